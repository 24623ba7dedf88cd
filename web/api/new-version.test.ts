import { beforeEach, expect, test, vi } from 'vitest'

const page = new EventTarget()
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
  vi.stubGlobal(name, page[name].bind(page))
const kept = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
})
const reload = vi.fn()
vi.stubGlobal('location', { reload })
const html = (version: string) => `<script type="module" src="/assets/index-${version}.js"></script>`
vi.stubGlobal('document', { documentElement: { outerHTML: html('old') } })
let served: () => Promise<Response>
const answered = vi.fn(() => served())
vi.stubGlobal('fetch', answered)

let isTyping = false
const { followNewVersions, isNewVersionOffered } = await import('./new-version.ts')
followNewVersions(() => isTyping)

const partIsMissing = async () => {
  const before = answered.mock.results.length
  dispatchEvent(new Event('vite:preloadError'))
  await answered.mock.results[before]!.value.catch(() => undefined)
  await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  reload.mockClear()
  kept.clear()
  isTyping = false
  served = () => Promise.resolve(new Response(html('new')))
})

test('without network, or with the version that is already here, nothing is reloaded', async () => {
  served = () => Promise.reject(new TypeError('Failed to fetch'))
  await partIsMissing()
  served = () => Promise.resolve(new Response('{}', { status: 503 }))
  await partIsMissing()
  served = () => Promise.resolve(new Response(html('old')))
  await partIsMissing()
  expect(reload).not.toHaveBeenCalled()
  expect(isNewVersionOffered()).toBe(false)
})

test('a new version is changed to at once, and only once', async () => {
  await partIsMissing()
  expect(reload).toHaveBeenCalledTimes(1)
  await partIsMissing()
  expect(reload).toHaveBeenCalledTimes(1)
  expect(isNewVersionOffered()).toBe(true)
})

test('what somebody is typing is never thrown away without asking', async () => {
  isTyping = true
  await partIsMissing()
  expect(reload).not.toHaveBeenCalled()
  expect(isNewVersionOffered()).toBe(true)
})
