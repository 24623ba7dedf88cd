import { expect, inject, test } from 'vitest'
import { Dice } from '../frame/dice.ts'
import { walkOverHttp } from './over-http.ts'

test('two server processes decide every request as a naive circle does, and their tables hold the same circle after it', async () => {
  const counts: Record<string, number> = {}
  const report = { count: (what: string, by = 1) => void (counts[what] = (counts[what] ?? 0) + by) }
  await walkOverHttp({ postgres: inject('postgres'), people: inject('people') }, new Dice(18, 0), report, 40)
  expect(counts['commands accepted']).toBeGreaterThan(40)
  // Commands that are rare among random ones are among these.
  for (const what of ['places swapped', 'queue changes undone', 'turns swapped by two people', 'months paid ahead'])
    expect([what, counts[what] ?? 0]).not.toEqual([what, 0])
}, 600_000)
