import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unpinnedPage, PATIENCE_MS } from './serve-pinned.ts'

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
