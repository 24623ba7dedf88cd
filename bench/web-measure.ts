import type { Browser, CDPSession, Page } from 'playwright-core'
import { DESK, PHONE } from '#e2e/helpers/browser.ts'
import type { BenchCircle, Person } from './circle.ts'
import type { Table } from './part.ts'
import { traced } from './trace.ts'
import type { Task } from './trace.ts'
import type { Act, Visit } from './web-scenes.ts'

/** A cheap phone's processor beside this machine's. */
export const SLOWER = 4
const TASK_MS = 50
const SHIFT = 0.01
/** So long after the page is there that what it fetches behind itself is done. */
const SETTLES_MS = 700
/** Within it every first visit is usable. */
const VISIT_MS = 4_000

/** A server with the pages, and who looks at them. */
export type Site = {
  readonly url: string
  readonly people: Readonly<Record<Visit['who'], Person | null>>
  /** A person with a token that is good for the next minutes. */
  readonly renew: (person: Person) => Promise<Person>
}

export type Row = Table['rows'][number]

export function peopleOf({ administrator, members, pending }: BenchCircle): Site['people'] {
  // Somebody who has something to pay and something to receive.
  const both = pending.find(({ donorId }) => pending.some(({ receiverId }) => receiverId === donorId))
  const memberId = both?.donorId ?? pending[0]!.donorId
  return { visitor: null, administrator, member: members.find(({ id }) => id === memberId)! }
}

/** One row for each goal of a first visit, and one for what moves on the page. */
export async function measureVisit(browser: Browser, site: Site, visit: Visit, rounds: number): Promise<Row[]> {
  const seen: Seen[] = []
  const tasks: Task[] = []
  for (let round = 0; round < rounds; round += 1) {
    seen.push(await firstVisit(browser, site, visit))
    if (visit.goals.taskMs) tasks.push(await longestOfVisit(browser, site, visit))
  }
  const { kilobytes, usableMs, taskMs } = visit.goals
  const middle = (key: keyof Seen) => median(seen.map((one) => one[key]))
  return [
    ...(kilobytes ? [rowOf(`${visit.name}: fetched`, kilobytes, middle('kilobytes'), 'KB')] : []),
    ...(usableMs ? [rowOf(`${visit.name}: usable`, usableMs, middle('usableMs'), 'ms')] : []),
    ...(taskMs ? [taskRow(`${visit.name}: longest task`, tasks)] : []),
    rowOf(`${visit.name}: layout shift`, 0, Math.floor(middle('shift') / SHIFT) * SHIFT, ''),
  ]
}

function rowOf(name: string, goal: number, measured: number, unit: string, why = ''): Row {
  const digits = unit === 'ms' ? 0 : unit === 'KB' ? 1 : 2
  return [
    name,
    goal === 0 ? '0' : `≤ ${goal} ${unit}`,
    `${measured.toFixed(digits)} ${unit}`.trim(),
    measured <= goal ? 'hit' : '**miss**',
    why,
  ]
}

function taskRow(name: string, tasks: readonly Task[]): Row {
  const sorted = tasks.toSorted((a, b) => a.cpuMs - b.cpuMs)
  const middle = sorted[Math.floor(sorted.length / 2)]!
  const why = middle.parts.map(([part, ms]) => `${part} ${(ms * SLOWER).toFixed(0)}`).join(', ')
  return rowOf(name, TASK_MS, median(tasks.map(({ cpuMs }) => cpuMs)) * SLOWER, 'ms', why)
}

type Seen = { readonly kilobytes: number; readonly usableMs: number; readonly shift: number }

async function firstVisit(browser: Browser, site: Site, visit: Visit): Promise<Seen> {
  return atDevice(browser, site, visit, async (page, session) => {
    const bytes = await slowDown(session, visit, SLOWER)
    await page.addInitScript(watch, visit.ready)
    await page.goto(`${site.url}${visit.path}`, { waitUntil: 'commit' })
    // To look for something from outside costs the page 30 ms of its slowed time.
    await page.waitForTimeout(VISIT_MS)
    await page.locator(visit.ready).first().waitFor()
    await page.waitForTimeout(SETTLES_MS)
    const { shift, usable } = await page.evaluate(
      () => (globalThis as unknown as { seen: { shift: number; usable: number } }).seen,
    )
    return { kilobytes: bytes() / 1024, usableMs: usable, shift }
  })
}

async function longestOfVisit(browser: Browser, site: Site, visit: Visit): Promise<Task> {
  return atDevice(browser, site, visit, async (page, session) => {
    await slowDown(session, visit, 1)
    const tasks = await traced(browser, page, async () => {
      await page.goto(`${site.url}${visit.path}`, { waitUntil: 'commit' })
      await page.locator(visit.ready).first().waitFor()
      await page.waitForTimeout(SETTLES_MS)
    })
    return tasks[0]!
  })
}

/** The row of an act's longest task. */
export async function measureAct(browser: Browser, site: Site, act: Act, rounds: number): Promise<Row> {
  const tasks: Task[] = []
  for (let round = 0; round < rounds; round += 1)
    tasks.push(
      await atDevice(browser, site, act, async (page) => {
        await page.goto(`${site.url}${act.path}`)
        await page.locator(act.ready).first().waitFor()
        await act.prepare?.(page)
        await page.waitForTimeout(SETTLES_MS)
        const [longest] = await traced(browser, page, async () => {
          await act.act(page)
          await act.done(page)
          await page.waitForTimeout(SETTLES_MS)
        })
        return longest!
      }),
    )
  return taskRow(act.name, tasks)
}

/** A new device, signed in as whoever looks at the page: a member at a phone, an administrator at a desk. */
async function atDevice<T>(
  browser: Browser,
  { url, people, renew }: Site,
  { who }: Pick<Visit, 'who'>,
  work: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport: who === 'administrator' ? DESK : PHONE,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    const person = people[who]
    if (person) await signIn(page, url, await renew(person))
    await page.goto('about:blank')
    return await work(page, await context.newCDPSession(page))
  } finally {
    await context.close()
  }
}

async function signIn(page: Page, url: string, { token }: Person): Promise<void> {
  const answer = await fetch(`${url}/api/users/profile`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`Profile refused: ${answer.status} ${await answer.text()}`)
  const user = await answer.text()
  await page.goto(`${url}/roda.svg`)
  await page.evaluate(
    ([storedToken, storedUser]) => {
      localStorage.setItem('authToken', storedToken!)
      localStorage.setItem('user', storedUser!)
    },
    [token, user],
  )
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}

/** Slows the page down, and counts what comes over the wire, compressed, headers included. */
async function slowDown(session: CDPSession, { network }: Visit, rate: number): Promise<() => number> {
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    downloadThroughput: network.bytesPerSecond,
    uploadThroughput: network.bytesPerSecond / 3,
    latency: network.latencyMs,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return () => bytes
}

/**
 * In the page itself: asking it from outside would be slowed down with it. Usable is the first frame drawn with what
 * `ready` names.
 */
function watch(ready: string): void {
  const seen = { shift: 0, usable: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector(ready)) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (seen.usable = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
}
