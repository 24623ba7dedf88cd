import { existsSync } from 'node:fs'
import bundled from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Locator, Page as PlainPage, Request } from 'playwright-core'

/** Far longer than anything takes, for machines that are busy with others. */
const TIMEOUT_MS = 60_000

/** When stories begin, on the servers' clocks and on the devices'. */
export const STORY_BEGINS = '2026-11-10T12:00:00.000Z'

export const PHONE = { width: 360, height: 740 }
export const TABLET = { width: 768, height: 1024 }
export const DESK = { width: 1280, height: 800 }

let shared: Promise<Browser> | undefined

/**
 * The browser of the worker, in which each story has devices of its own: closing it leaves those, and the browser itself ends
 * with the worker.
 */
export async function openBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  const browser = await shared
  browser.close = () => leaveDevices(browser)
  return browser
}

/**
 * A real browser: the machine's own Chromium when there is one, else the one that came with the npm package, for
 * Linux only.
 */
export async function launchBrowser(): Promise<Browser> {
  if (process.platform !== 'linux') return closingQuietly(await chromium.launch({ channel: 'chrome', headless: true }))
  const executablePath = await browserProgram()
  // Not the package's own arguments: in its single process, people at different devices would share one memory.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-dev-shm-usage']
  return closingQuietly(await chromium.launch({ executablePath, args, headless: true }))
}

/** The program of the browser; the npm package's is unpacked by the first who asks, and must not be started meanwhile. */
export async function browserProgram(): Promise<string> {
  const own = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((candidate) =>
    existsSync(candidate),
  )
  return own ?? (await bundled.executablePath())
}

/** Leaves every device before the browser ends. */
function closingQuietly(browser: Browser): Browser {
  const close = browser.close.bind(browser)
  browser.close = async (options) => {
    await leaveDevices(browser)
    await close(options)
  }
  return browser
}

async function leaveDevices(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close()
}

const TOLD_WITHIN_MS = 5_000

/** Every open page of the worker as text: its address, the requests that it still waits for, and its words. */
export async function tellPages(): Promise<string> {
  const contexts = (await shared)?.contexts() ?? []
  const tell = async (page: PlainPage) => {
    const said = await page.locator('body').innerText({ timeout: TOLD_WITHIN_MS }).catch(String)
    const waiting = [...(unanswered.get(page) ?? [])].map((request) => `waits for ${request.method()} ${request.url()}`)
    return [page.url(), ...waiting, said].join('\n')
  }
  return (await Promise.all(contexts.flatMap((context) => context.pages()).map(tell))).join('\n\n')
}

/** An answer that a route is still changing when somebody leaves is no fault of the story. */
function leavingQuietly(context: BrowserContext): BrowserContext {
  const close = context.close.bind(context)
  context.close = async (options) => {
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    await close(options)
  }
  return context
}

/**
 * The answer that a route is still changing when it is taken off is no fault of the story either: the request has gone
 * on to the server without it.
 */
function routesQuietly(page: PlainPage): PlainPage {
  const route = page.route.bind(page)
  const unroute = page.unroute.bind(page)
  const unrouteAll = page.unrouteAll.bind(page)
  let timesTakenOff = 0
  page.route = (url, handler, options) =>
    route(
      url,
      async (held, request) => {
        const before = timesTakenOff
        try {
          await handler(held, request)
        } catch (error) {
          if (timesTakenOff === before || !String(error).includes('Route is already handled')) throw error
        }
      },
      options,
    )
  page.unroute = (url) => {
    timesTakenOff += 1
    return unroute(url)
  }
  page.unrouteAll = (options) => {
    timesTakenOff += 1
    return unrouteAll(options)
  }
  return page
}

export type Page = PlainPage & { readonly owner: BrowserContext }

export type SitDownOptions = {
  readonly viewport?: { width: number; height: number }
  readonly now?: number | string
  /** Lets the service worker put the whole app on the device, for stories about that: it fetches some two hundred files. */
  readonly keepsApp?: boolean
}

/** A person at their own device, which shows the story's time: a page whose failures of script fail the story. */
export async function sitDown(
  browser: Browser,
  url: string,
  { viewport = PHONE, now = STORY_BEGINS, keepsApp = false }: SitDownOptions = {},
): Promise<Page> {
  const context = leavingQuietly(
    await browser.newContext({
      baseURL: url,
      viewport,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      reducedMotion: 'reduce',
      serviceWorkers: keepsApp ? 'allow' : 'block',
    }),
  )
  if (now !== undefined) await context.clock.install({ time: now })
  const page = countsRequests(routesQuietly(await context.newPage()))
  page.setDefaultTimeout(TIMEOUT_MS)
  page.on('pageerror', (error) => {
    throw error
  })
  return Object.assign(page, { owner: context })
}

/** Where the router's library leaves the router on the page. */
const ROUTER = '__TSR_ROUTER__'
type Routed = {
  readonly [ROUTER]?: {
    navigate(to: { readonly href: string }): Promise<void>
    readonly latestLocation: { readonly href: string }
    readonly state: { readonly status: string; readonly resolvedLocation?: { readonly href: string } }
  }
}

/**
 * Goes to a page as the app's own links do, without loading the app anew: that is a third of the work. It is loaded where it is
 * not there yet, and by whoever is on that page already.
 */
export async function goes(page: PlainPage, to: string): Promise<void> {
  const setsOut = ([name, href]: readonly [typeof ROUTER, string]) => {
    const { [name]: router } = globalThis as Routed
    if (!router || location.pathname + location.search + location.hash === href) return false
    void router.navigate({ href })
    return true
  }
  if (!(await page.evaluate(setsOut, [ROUTER, to] as const))) return void (await page.goto(to))
  const hasArrived = ([name]: readonly [typeof ROUTER]) => {
    const { latestLocation, state } = (globalThis as Routed)[name]!
    return state.status === 'idle' && state.resolvedLocation?.href === latestLocation.href
  }
  await until(page, () => page.evaluate(hasArrived, [ROUTER] as const), `${to} does not come`)
  await settles(page)
}

/** No longer than this is waited for what a page reads at first: a story may hold an answer back. */
const SETTLES_WITHIN_MS = 2_000

/** Waits for the first readings of a page: a press on what they move, begun before and ended after, presses nothing. */
async function settles(page: PlainPage): Promise<void> {
  const deadline = Date.now() + SETTLES_WITHIN_MS
  while (Date.now() < deadline && (unanswered.get(page)?.size || (await page.evaluate(wordsOf)) === null))
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
}

/** The words of a page; null while something of it says that it loads. Runs on the page. */
function wordsOf(): string | null {
  return document.querySelector('[class*=Skeleton], [class*=Loader], .loading-screen, .first-home')
    ? null
    : document.body.innerText
}

/** For as long as anything may take on a machine that is busy with others. */
export const PATIENCE_MS = 60_000
const STEP_MS = 50

/**
 * Waits until something is seen, or is no longer. Asked from here, again and again: the browser's own waiting hangs
 * on frames of the page, which do not come on pages that a service worker answered under a story's clock.
 */
export async function shows(what: Locator, isShown = true): Promise<void> {
  await until(
    what.page(),
    async () => (await what.first().isVisible()) === isShown,
    `${what.toString()} is ${isShown ? 'not' : 'still'} there`,
  )
}

/** Asks again and again whether something is so; says otherwise, and what the page says, when it never is. */
export async function until(page: PlainPage, isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`${otherwise}:\n${await page.locator('body').innerText()}`)
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
  }
}

/** The requests of a page without an answer yet, but for the events, which stay open for good. */
const unanswered = new WeakMap<PlainPage, Set<Request>>()
/** An answer that has begun for so long has come: of one that no script reads the browser never says that it ended. */
const READ_WITHIN_MS = 1_000

function countsRequests(page: PlainPage): PlainPage {
  const open = new Set<Request>()
  unanswered.set(page, open)
  page.on('request', (request) => void (request.url().endsWith('/api/events') || open.add(request)))
  page.on('response', (response) => setTimeout(() => open.delete(response.request()), READ_WITHIN_MS).unref())
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return page
}

/** Looks at a page, one every 50 ms. */
const STAYS = 60

/** Waits until nothing loads on a page any more: nothing is asked, nothing says that it loads, and the words stay. */
export async function stands(page: PlainPage): Promise<void> {
  await page.locator('main').first().waitFor()
  const said = () => page.evaluate(wordsOf)
  let [before, same] = [null as string | null, 0]
  const isStill = async () => {
    const now = await said()
    same = now !== null && now === before ? same + 1 : 0
    before = now
    // Of a request that it gave up the browser may never say so: words that stay for so long are what is there.
    return same > 0 && (!unanswered.get(page)?.size || same > STAYS)
  }
  await until(page, isStill, `${page.url()} still loads`)
}

/** Longer than a page waits before it verifies the ledger by itself. */
const VERIFIES_WITHIN_MS = 5_000

/** Waits until a page stands, and has it verify the ledger now: by the page's clock, the time for which it would wait is over. */
export async function verifiesNow(page: Page): Promise<void> {
  await stands(page)
  await page.clock.fastForward(VERIFIES_WITHIN_MS)
}

/** A story that cuts a page off from the server's events: nothing is asked again there but what somebody asks for. */
export async function withoutEvents(page: PlainPage): Promise<void> {
  await page.route('**/api/events', (route) => route.abort())
}

const AHEAD_MS = 5_000
const EARLY_MS = 1_000
/** A dialog fades before it is gone. */
const LATE_MS = 500

/**
 * Holds that what an act shows goes by itself after so many milliseconds of the page's clock, and not a second earlier
 * or later. That clock stands from before the act, and is moved by hand: how long the machine takes does not count.
 */
export async function goesAfter(what: Locator, milliseconds: number, act: () => Promise<void>): Promise<void> {
  const page = what.page()
  const { clock } = page
  await clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS)
  await act()
  const deadline = Date.now() + PATIENCE_MS
  while (!(await what.first().isVisible())) {
    if (Date.now() > deadline) throw new Error(`${what.toString()} never came`)
    // No faster than it would go by itself.
    await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    await clock.runFor(STEP_MS)
  }
  // The effect that lets it go begins a task or two after it is drawn.
  await page.evaluate(async () => {
    for (let task = 0; task < 5; task += 1)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', resolve)
        port1.start()
        port2.postMessage(null)
      })
  })
  await clock.runFor(milliseconds - EARLY_MS)
  if (!(await what.first().isVisible())) throw new Error(`${what.toString()} went too early`)
  await clock.runFor(EARLY_MS + LATE_MS)
  await shows(what, false)
  await clock.resume()
}
