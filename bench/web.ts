import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, CDPSession } from 'playwright-core'
import { openBrowser, PHONE } from '#e2e/helpers/browser.ts'
import { DEMONSTRATION_PASSWORD } from '#server/seed/demonstration.ts'
import { serverFile } from '../scripts/built.ts'

// Measures a first visit on a cheap phone: 9 Mbit/s, 100 ms away, a quarter of this machine's speed.
// Prints figures beside their budgets.

const NETWORK = {
  offline: false,
  downloadThroughput: (9 * 1_000_000) / 8,
  uploadThroughput: (3 * 1_000_000) / 8,
  latency: 100,
}
const SLOWER = 4
const ROUNDS = 5
const PORT = 3900
const URL = `http://127.0.0.1:${PORT}`
const MEMBER = 'gloria.holanda@exemplo.invalid'
const ADMINISTRATOR = { email: 'admin@ciranda.local', password: 'senha-da-administracao' }

type Visit = { kilobytes: number; usableMs: number; shift: number; longestTaskMs: number }
type Page = {
  readonly name: string
  readonly path: string
  readonly who: { email: string; password: string } | null
  readonly ready: string
  readonly budget: { kilobytes?: number; usableMs?: number }
}

const pages: Page[] = [
  {
    name: 'entrar',
    path: '/login',
    who: null,
    ready: 'input[name=password]',
    budget: { kilobytes: 120, usableMs: 800 },
  },
  {
    name: 'doações, com dados',
    path: '/donations',
    who: { email: MEMBER, password: DEMONSTRATION_PASSWORD },
    ready: 'article',
    budget: { usableMs: 1200 },
  },
  { name: 'início', path: '/home', who: { email: MEMBER, password: DEMONSTRATION_PASSWORD }, ready: 'h1', budget: {} },
  { name: 'fila do administrador', path: '/admin/queue', who: ADMINISTRATOR, ready: 'h1', budget: { kilobytes: 200 } },
]

if (!process.env['WEB_DIR']) await import('../scripts/build.ts')

const dataDir = mkdtempSync(path.join(tmpdir(), 'ciranda-bench-'))
const server = spawn(process.execPath, [serverFile()], {
  env: {
    ...process.env,
    PORT: String(PORT),
    DATA_DIR: dataDir,
    SEED: 'demo',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  },
  stdio: 'inherit',
})
try {
  await answering()
  const browser = await openBrowser()
  console.log(
    `${'página'.padEnd(26)}${'KB'.padStart(8)}${'pronta em ms'.padStart(15)}${'mudança'.padStart(10)}${'tarefa ms'.padStart(11)}   orçamento`,
  )
  for (const page of pages) {
    const visits: Visit[] = []
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, page))
    const { kilobytes, usableMs, shift, longestTaskMs } = medians(visits)
    const within =
      (page.budget.kilobytes ?? Infinity) >= kilobytes &&
      (page.budget.usableMs ?? Infinity) >= usableMs &&
      shift <= 0.01
    const budget = [
      page.budget.kilobytes && `${page.budget.kilobytes} KB`,
      page.budget.usableMs && `${page.budget.usableMs} ms`,
    ]
      .filter(Boolean)
      .join(', ')
    console.log(
      `${page.name.padEnd(26)}${kilobytes.toFixed(1).padStart(8)}${usableMs.toFixed(0).padStart(15)}${shift.toFixed(3).padStart(10)}${longestTaskMs.toFixed(0).padStart(11)}   ${budget || '-'}${within ? '' : '  FORA'}`,
    )
  }
  await browser.close()
} finally {
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  // Its files go after it: it would stumble over their absence.
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}

/** A first visit with nothing kept, on the throttled network and processor. */
async function visit(browser: Browser, { path: pathname, who, ready }: Page): Promise<Visit> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'pt-BR', serviceWorkers: 'block' })
  const page = await context.newPage()
  if (who)
    await signIn(
      page.goto.bind(page),
      (stored) =>
        page.evaluate(
          (values) => Object.entries(values).forEach(([key, value]) => localStorage.setItem(key, value)),
          stored,
        ),
      who,
    )
  await page.goto('about:blank')
  const session = await context.newCDPSession(page)
  const bytes = await throttle(session)
  await page.addInitScript(watch, ready)
  await page.goto(`${URL}${pathname}`, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor()
  await page.waitForTimeout(600)
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { shift: number; longest: number; usable: number } }).seen,
  )
  await context.close()
  return { kilobytes: bytes() / 1024, usableMs: seen.usable, shift: seen.shift, longestTaskMs: seen.longest }
}

async function signIn(
  goto: (url: string) => Promise<unknown>,
  store: (stored: Record<string, string>) => Promise<void>,
  who: { email: string; password: string },
) {
  const answer = await fetch(`${URL}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  })
  if (!answer.ok) throw new Error(`Login refused: ${answer.status} ${await answer.text()}`)
  const { access_token, refresh_token, user } = (await answer.json()) as {
    access_token: string
    refresh_token: string
    user: object
  }
  await goto(`${URL}/roda.svg`)
  await store({ authToken: access_token, refreshToken: refresh_token, user: JSON.stringify(user) })
}

/** Slows the page down, and counts what comes over the wire, compressed, headers included. */
async function throttle(session: CDPSession): Promise<() => number> {
  let bytes = 0
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return () => bytes
}

/**
 * In the page itself: asking it from outside would be slowed down with it. Usable is the first frame drawn with what
 * `ready` names.
 */
function watch(ready: string): void {
  const seen = { shift: 0, longest: 0, usable: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector(ready)) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (seen.usable = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
}

function medians(visits: readonly Visit[]): Visit {
  const of = (key: keyof Visit) =>
    visits.map((one) => one[key]).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)]!
  return {
    kilobytes: of('kilobytes'),
    usableMs: of('usableMs'),
    shift: of('shift'),
    longestTaskMs: of('longestTaskMs'),
  }
}

async function answering(): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if ((await fetch(`${URL}/api/health`).catch(() => null))?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server did not answer within a minute')
}
