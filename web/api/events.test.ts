import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EVENTS_HEARTBEAT_MS } from '#contracts/limits.ts'

const stored = new Map<string, string>()
const page = new EventTarget()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
  vi.stubGlobal(name, page[name].bind(page))
const shown = Object.assign(new EventTarget(), { visibilityState: 'visible' })
vi.stubGlobal('document', shown)
vi.stubGlobal('navigator', { onLine: true })

const HEARTBEAT = ': \n\n'
const OPEN = 'event: open\ndata: {}\n\n'
const DISPLACED = 'event: displaced\ndata: {}\n\n'
const CHANGED = 'event: changed\ndata: {"seq":1}\n\n'

/** The server: which tokens it accepts, the streams it has open, and what it was asked. */
let good: Set<string>
let streams: { say(text: string): void; end(): void; readonly isClosed: () => boolean }[]
let asked: string[]
let refreshes: () => Response
vi.stubGlobal(
  'fetch',
  (address: string, { headers, signal }: { headers: Record<string, string>; signal?: AbortSignal }) => {
    asked.push(address)
    if (address === '/api/auth/refresh') return Promise.resolve(refreshes())
    const token = headers['Authorization']!.slice('Bearer '.length)
    if (!good.has(token)) return Promise.resolve(new Response('{}', { status: 401 }))
    let isClosed = false
    let body!: ReadableStreamDefaultController<Uint8Array>
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) })
    signal?.addEventListener('abort', () => {
      if (isClosed) return
      isClosed = true
      body.error(new DOMException('Aborted', 'AbortError'))
    })
    streams.push({
      say: (text) => body.enqueue(new TextEncoder().encode(text)),
      end: () => {
        isClosed = true
        body.close()
      },
      isClosed: () => isClosed,
    })
    return Promise.resolve(new Response(stream))
  },
)

const { listenToEvents } = await import('./events.ts')
const { SIGNED_OUT } = await import('./client.ts')
const { isConnected, setReachable } = await import('./connection.ts')
const onChange = vi.fn()
const onSignedOut = vi.fn()
addEventListener(SIGNED_OUT, onSignedOut)
let stop: () => void
/** When this page began, by the clock that the tests have not yet replaced. */
const BEGAN = performance.timeOrigin
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const opened = () => asked.filter((address) => address === '/api/events').length

beforeEach(async () => {
  // With the clock that runs on while a busy machine does something else, too.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
  good = new Set(['first'])
  streams = []
  asked = []
  refreshes = () => new Response('{}', { status: 401 })
  onChange.mockClear()
  onSignedOut.mockClear()
  stored.set('authToken', 'first')
  stored.set('refreshToken', 'refresh')
  stop = listenToEvents(onChange)
  await passes(0)
})
afterEach(async () => {
  stop()
  await passes(0)
  vi.useRealTimers()
})

test('a change is told at once, and a connection made anew asks for everything', async () => {
  streams[0]!.say(OPEN)
  await passes(10_000)
  expect(onChange).toHaveBeenCalledTimes(1)
  streams[0]!.say(CHANGED)
  await passes(0)
  expect(onChange).toHaveBeenCalledTimes(2)
  streams[0]!.end()
  await passes(3_000)
  streams[1]!.say(OPEN)
  await passes(0)
  expect(onChange).toHaveBeenCalledTimes(3)
})

const quiet = (ms: number) => `event: open\ndata: {"quiet_ms":${ms}}\n\n`

test('where nothing changed since the page began, only what the device kept from before is asked for again', async () => {
  streams[0]!.say(quiet(Date.now() - BEGAN + 60_000))
  await passes(10_000)
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(Math.abs((onChange.mock.calls[0] as number[])[0]! - BEGAN)).toBeLessThan(1)
})

test('a connection made anew asks for nothing where nothing changed meanwhile, and for everything where something may have', async () => {
  streams[0]!.say(OPEN)
  await passes(10_000)
  onChange.mockClear()
  streams[0]!.say(HEARTBEAT)
  streams[0]!.end()
  await passes(3_000)
  streams[1]!.say(quiet(3_500))
  await passes(10_000)
  // Nothing was read before that instant: only what could not be read is asked for.
  expect(onChange.mock.calls).toEqual([[0]])
  streams[1]!.say(HEARTBEAT)
  streams[1]!.end()
  await passes(3_000)
  streams[2]!.say(quiet(2_500))
  await passes(0)
  expect(onChange.mock.calls).toEqual([[0], []])
})

test('a stream that opens is a way to the server, also for somebody whose page asks for nothing else', async () => {
  setReachable(false)
  streams[0]!.end()
  await passes(2_900)
  expect(isConnected()).toBe(false)
  await passes(100)
  expect([opened(), isConnected()]).toEqual([2, true])
})

test('a change of which only a piece came is not known', async () => {
  streams[0]!.say(OPEN)
  await passes(10_000)
  onChange.mockClear()
  streams[0]!.say('event: chan')
  streams[0]!.end()
  await passes(3_000)
  streams[1]!.say(quiet(3_500))
  await passes(0)
  expect(onChange.mock.calls).toEqual([[]])
})

test('a connection that died unnoticed is given up after two and a half heartbeats, and made anew', async () => {
  streams[0]!.say(OPEN)
  for (let beat = 0; beat < 10; beat += 1) {
    await passes(EVENTS_HEARTBEAT_MS)
    streams[0]!.say(HEARTBEAT)
  }
  await passes(2.4 * EVENTS_HEARTBEAT_MS)
  expect([opened(), streams[0]!.isClosed()]).toEqual([1, false])
  await passes(0.2 * EVENTS_HEARTBEAT_MS + 3_000)
  expect([opened(), streams[0]!.isClosed()]).toEqual([2, true])
})

test('a token that ran out is renewed before connecting again', async () => {
  good = new Set(['second'])
  refreshes = () => Response.json({ access_token: 'second', refresh_token: 'refresh again' })
  streams[0]!.end()
  await passes(3_000)
  expect(asked).toEqual(['/api/events', '/api/events', '/api/auth/refresh', '/api/events'])
  expect([streams.length, stored.get('authToken')]).toEqual([2, 'second'])
})

test('a session that is over is said once, and the stream asks no more', async () => {
  good = new Set()
  streams[0]!.end()
  await passes(3_000)
  expect(onSignedOut).toHaveBeenCalledTimes(1)
  const before = asked.length
  await passes(3_600_000)
  expect(asked).toHaveLength(before)
})

test('a person who signed out elsewhere is not asked for again', async () => {
  stored.clear()
  streams[0]!.end()
  await passes(3_600_000)
  expect(opened()).toBe(1)
})

test('a server that is away is asked ever more seldom, and never more than a minute apart', async () => {
  const { fetch } = globalThis
  const times: number[] = []
  vi.stubGlobal('fetch', () => {
    times.push(Date.now())
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  streams[0]!.end()
  await passes(600_000)
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  expect(gaps.slice(0, 3)).toEqual([6_000, 12_000, 24_000])
  expect(Math.max(...gaps)).toBe(60_000)
  vi.stubGlobal('fetch', fetch)
})

test('six pages of one person do not displace one another for ever, and each still learns what changed', async () => {
  shown.visibilityState = 'hidden'
  const open: (typeof streams)[number][] = []
  let seen = 0
  // The server's side: five streams at most, the oldest gives way.
  const settle = () => {
    for (; seen < streams.length; seen += 1) open.push(streams[seen]!)
    while (open.length > 5) {
      const oldest = open.shift()!
      oldest.say(DISPLACED)
      oldest.end()
    }
  }
  const pages = Array.from({ length: 5 }, () => {
    const told = vi.fn()
    return { told, stop: listenToEvents(told) }
  })
  const passSeconds = async (count: number) => {
    for (let second = 0; second < count; second += 1) {
      settle()
      for (const stream of open) stream.say(HEARTBEAT)
      await passes(1_000)
    }
  }
  await passSeconds(600)
  expect(opened()).toBe(6)

  // Seen beside others, the page that gave way asks by itself; as soon as somebody turns to it, it has a stream again.
  shown.visibilityState = 'visible'
  onChange.mockClear()
  await passSeconds(60)
  expect([opened(), onChange.mock.calls.length]).toEqual([6, 1])
  page.dispatchEvent(new Event('focus'))
  await passes(0)
  settle()
  streams.at(-1)!.say(OPEN)
  await passes(0)
  expect([opened(), onChange.mock.calls.length]).toEqual([7, 2])
  for (const { stop: end } of pages) end()
})

test('a page that gave way comes back when it is shown, and no more once it was left', async () => {
  shown.visibilityState = 'hidden'
  const giveWay = async (stream: (typeof streams)[number]) => {
    stream.say(DISPLACED)
    stream.end()
    await passes(0)
  }
  const turn = async (visibilityState: string) => {
    shown.visibilityState = visibilityState
    shown.dispatchEvent(new Event('visibilitychange'))
    await passes(0)
  }
  await giveWay(streams[0]!)
  await turn('hidden')
  expect(opened()).toBe(1)
  await turn('visible')
  expect(opened()).toBe(2)
  await giveWay(streams[1]!)
  stop()
  await turn('visible')
  await passes(600_000)
  expect(opened()).toBe(2)
})
