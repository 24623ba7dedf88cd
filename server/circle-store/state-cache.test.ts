import type { LRUCache } from 'lru-cache'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyState } from '#circle/state.ts'
import { presets } from '#circle/plan.ts'
import { createStateCache } from './state-cache.ts'
import type { CachedState } from './state-cache.ts'

const cached = { seq: 1, headHash: '', lastAt: 0, state: emptyState('demonstracao', presets.roda) }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('of a thousand circles it keeps the hundred that were decided in last', () => {
  const cache = createStateCache()
  for (let n = 1; n <= 1_000; n += 1) {
    cache.set(`circle ${n}`, { ...cached, seq: n })
    // One that is asked for again and again stays.
    cache.get('circle 1')
  }
  const kept = Array.from({ length: 1_000 }, (_, n) => cache.get(`circle ${n + 1}`)?.seq).filter(Boolean)
  expect(kept).toEqual([1, ...Array.from({ length: 99 }, (_, n) => 902 + n)])
})

test('a circle that nothing is asked of for ten minutes is let go by itself', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now())
  const cache = createStateCache() as LRUCache<string, CachedState>
  cache.set('quiet', cached)
  cache.set('busy', cached)
  for (let times = 1; times <= 11; times += 1) {
    vi.advanceTimersByTime(61_000)
    cache.get('busy')
  }
  expect([...cache.keys()]).toEqual(['busy'])
  expect(cache.size).toBe(1)
  vi.advanceTimersByTime(611_000)
  expect(cache.size).toBe(0)
})
