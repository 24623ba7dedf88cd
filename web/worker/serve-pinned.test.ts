import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toHex } from '#circle/bytes.ts'
import { pagesListText } from '#circle/pages/pages-list.ts'
import { readRelease } from '#circle/pages/release-log.ts'
import type { Released } from '#circle/pages/release-log.ts'
import { sha256, verifyEd25519 } from '#circle/testing/ed25519.ts'
import { pagesOf, releaser } from '#circle/testing/releases.ts'
import { isStrange } from '#web/features/ledger/PagesAlert.tsx'
import { judged } from './pin.ts'
import type { Kept, Pin } from './pin.ts'
import { chosen, pinnedPage, unpinnedPage, PATIENCE_MS } from './serve-pinned.ts'

const request = new Request('https://ciranda.example/home')
let kept: Response | undefined
const pinning = { pin: async () => null, keep: async () => undefined, keptPage: async () => kept?.clone() }
const opens = async () => (await unpinnedPage(request, pinning)).text()

beforeEach(() => {
  kept = new Response('kept')
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page that nobody signed is the server’s, and the kept one where it is away or what stands before it answers', async () => {
  vi.stubGlobal('fetch', async () => new Response('of the server'))
  expect(await opens()).toBe('of the server')
  vi.stubGlobal('fetch', async () => new Response('Bad Gateway', { status: 502 }))
  expect(await opens()).toBe('kept')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await opens()).toBe('kept')
})

test('on a network on which nothing comes, the kept page opens after some seconds; without one the answer is waited for', async () => {
  let arrive = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (arrive = resolve)))
  const opened = opens()
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  expect(await opened).toBe('kept')
  kept = undefined
  const waited = opens()
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  arrive(new Response('late'))
  expect(await waited).toBe('late')
})

describe('a device that keeps a release', () => {
  const HOUR_MS = 3_600_000
  const app = '<p>app</p>'
  const list = pagesOf('1.0.0')
  const pages = pagesListText({ ...list, files: { ...list.files, 'index.html': toHex(sha256(Buffer.from(app))) } })
  const log = releaser().log([pages])
  let pin: Pin
  const keeps = { ...pinning, pin: async () => pin, keep: async (next: Kept) => void (pin = next as Pin) }
  const opened = async () => (await pinnedPage(request, pin, keeps)).text()
  /** The server answers every page with this, and its lists as they are unless said otherwise. */
  const shows = (page: () => Response, lists?: () => Response) =>
    vi.stubGlobal('fetch', async (asked: Request | string) => {
      if (asked === '/pages.json') return lists?.() ?? new Response(pages)
      return asked === '/pages.log' ? (lists?.() ?? new Response(log)) : page()
    })

  beforeEach(async () => {
    const shown = (await readRelease({ sha256, verify: verifyEd25519 }, { pages, log })) as Released
    pin = judged(null, shown).next as Pin
  })

  test('opens the kept page where the server is asked too much, and doubts nothing', async () => {
    const busy = () => new Response('too many', { status: 429 })
    shows(busy, busy)
    expect(await opened()).toBe('kept')
    expect(pin.strangeSince).toBeNull()
    expect(await (await unpinnedPage(request, pinning)).text()).toBe('kept')
  })

  test('says no more that the server shows others once it shows the release again, after its person’s choice too', async () => {
    shows(() => new Response('other'))
    expect(await opened()).toBe('kept')
    pin = chosen(pin, 'guardadas') as Pin
    expect(isStrange(pin, Date.now())).toBe(true)
    shows(() => new Response(app))
    expect(await opened()).toBe(app)
    expect(isStrange(pin, Date.now())).toBe(false)
  })

  test('says so of what it saw twice, a while apart: what it saw once, before the network went, may have been an update', async () => {
    const other = () => new Response('other')
    shows(other)
    expect(await opened()).toBe('kept')
    vi.advanceTimersByTime(HOUR_MS)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect([await opened(), isStrange(pin, Date.now())]).toEqual(['kept', false])
    shows(other)
    expect([await opened(), isStrange(pin, Date.now())]).toEqual(['kept', true])
  })
})
