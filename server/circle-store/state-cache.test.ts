import { expect, test } from 'vitest'
import { emptyState } from '#circle/state.ts'
import { presets } from '#circle/plan.ts'
import { createStateCache } from './state-cache.ts'

test('of a thousand circles it keeps the hundred that were decided in last', () => {
  const cache = createStateCache()
  for (let n = 1; n <= 1_000; n += 1) {
    cache.set(`circle ${n}`, { seq: n, headHash: '', lastAt: 0, state: emptyState('demonstracao', presets.roda) })
    // One that is asked for again and again stays.
    cache.get('circle 1')
  }
  const kept = Array.from({ length: 1_000 }, (_, n) => cache.get(`circle ${n + 1}`)?.seq).filter(Boolean)
  expect(kept).toEqual([1, ...Array.from({ length: 99 }, (_, n) => 902 + n)])
})
