import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { parts } from '../parts.ts'
import { smallDose } from '../testing/small-dose.ts'
import { eachRound } from './each-round.ts'
import type { Part } from './part.ts'
import { progressFile } from './progress.ts'
import { runPart } from './run-part.ts'
import { allHeld, tableOf } from './table.ts'

/** A part that notes the dice of each round, and fails in the rounds given. */
function fickle(failing: readonly number[] = [], { units = 1 } = {}) {
  const rolled: [index: number, roll: number][] = []
  const part: Part = {
    name: 'fickle',
    unit: 'rolls',
    full: 1_000,
    small: 5,
    run: (course) =>
      eachRound(
        course,
        async ({ index, dice }) => {
          rolled.push([index, dice.below(1_000_000)])
          course.report.count('rolls looked at')
          course.report.most('highest index', index)
          if (failing.includes(index)) throw new Error(`the promise of round ${index}`)
        },
        { units },
      ),
  }
  return { part, rolled }
}

describe('a part', () => {
  test('meets the same chance in the same round of the same seed, wherever it began, and another in any other', async () => {
    const { part, rolled } = fickle()
    await runPart(part, { seed: 7, dose: 20 })
    await runPart(part, { seed: 7, from: 12, dose: 1 })
    expect(rolled[20]).toEqual(rolled[12])
    await runPart(part, { seed: 8, from: 12, dose: 1 })
    expect(rolled[21]![1]).not.toBe(rolled[12]![1])
    expect(new Set(rolled.slice(0, 20).map(([, roll]) => roll)).size).toBe(20)
  })

  test('goes on after a failure, and says which rounds failed and how to repeat them', async () => {
    const { part } = fickle([3, 5])
    const outcome = await runPart(part, { seed: 7, dose: 8 })
    expect(outcome.done).toBe(8)
    expect(outcome.failures.map(({ index }) => index)).toEqual([3, 5])
    expect(allHeld([outcome])).toBe(false)
    const table = tableOf([outcome])
    expect(table).toContain('fickle     7     8   1,000  rolls  2 failed')
    expect(table).toContain('npm run soak -- fickle --seed 7 --from 3 --dose 1')
    expect(table).toContain('the promise of round 3')
    expect(table).toContain('8 rolls looked at; highest index at most 7')
  })

  test('ends early when too much has failed', async () => {
    const { part, rolled } = fickle(Array.from({ length: 100 }, (_, index) => index))
    expect((await runPart(part, { seed: 1, dose: 100 })).failures).toHaveLength(20)
    expect(rolled).toHaveLength(20)
  })

  test('that cannot run at all says why, and is no success', async () => {
    const part: Part = { ...fickle().part, run: () => Promise.reject(new Error('it needs g++')) }
    const outcome = await runPart(part, { seed: 1, dose: 5 })
    expect(allHeld([outcome])).toBe(false)
    expect(tableOf([outcome])).toContain('fickle could not run: it needs g++')
  })

  test('that never met what it is for is no success, and says with the counts what it did not meet', async () => {
    const counts = ['rolls looked at', 'sixes', 'sevens'] as const
    const part: Part = { ...fickle().part, reaches: { after: 10, counts } }
    expect(allHeld([await runPart(part, { seed: 1, dose: 9 })])).toBe(true)
    const outcome = await runPart(part, { seed: 1, dose: 10 })
    expect(allHeld([outcome])).toBe(false)
    expect(tableOf([outcome])).toContain('proves too little')
    expect(tableOf([outcome])).toContain('fickle: 10 rolls looked at; highest index at most 9')
    expect(tableOf([outcome])).toContain('fickle: 10 rolls, and 0 sixes\n\nfickle: 10 rolls, and 0 sevens')
  })

  test('of rounds with many units does whole rounds', async () => {
    const { part, rolled } = fickle([], { units: 100 })
    expect((await runPart(part, { seed: 1, from: 300, dose: 1 })).done).toBe(100)
    expect((await runPart(part, { seed: 1, dose: 250 })).done).toBe(300)
    expect(rolled.map(([index]) => index)).toEqual([300, 0, 100, 200])
  })
})

describe('the progress', () => {
  test('is kept: what was done is not done again, what was counted and what failed stays, and each seed has its own', async () => {
    const folder = temporaryFolder()
    const { part, rolled } = fickle([2])
    const kept = progressFile(folder, part.name, 7)
    let left = 4
    await runPart(part, { seed: 7, dose: 10, kept, commit: 'a', isOver: () => left-- === 0 })
    const whole = await runPart(part, { seed: 7, dose: 10, kept, commit: 'b' })
    expect(rolled.map(([index]) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(whole).toMatchObject({ done: 10, counts: { 'rolls looked at': 10 }, failures: [{ index: 2 }] })
    expect(tableOf([whole])).toContain('under the commits a, b')
    await runPart(part, { seed: 7, dose: 10, kept })
    expect(rolled).toHaveLength(10)
    await runPart(part, { seed: 8, dose: 1, kept: progressFile(folder, part.name, 8) })
    expect(rolled).toHaveLength(11)
  })

  test('of a soak that was killed in a round is that of the rounds before', async () => {
    const kept = progressFile(temporaryFolder(), 'fickle', 1)
    const { part } = fickle([1])
    const killed: Part = {
      ...part,
      run: (course) =>
        eachRound(course, async ({ index }) => {
          if (index === 1) course.report.failed(index, new Error('noted at once'))
          if (index === 2) await new Promise(() => {})
        }),
    }
    void runPart(killed, { seed: 1, dose: 5, kept })
    await expect.poll(() => kept.read().failures).toHaveLength(1)
    expect(kept.read().done).toBe(1)
  })
})

describe('the parts', () => {
  test('have each a name of its own, and a full dose larger than the small one', () => {
    expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length)
    expect(parts.filter(({ full, small }) => full <= small)).toEqual([])
  })

  test('are each tried by a test of `npm test`, in a small dose, but for a cluster, for a judge that is compiled, for another engine that is fetched, for a machine of one processor, and for the tests that are one themselves', async () => {
    const files = globSync('soak/**/*.test.ts').map((file) => path.basename(file))
    const small = parts.filter((part) => part.small > 0)
    expect(parts.filter((part) => !small.includes(part)).map(({ name }) => name)).toEqual([
      'engine',
      'failover',
      'serial',
      'properties',
      'ship',
      'small',
    ])
    expect(small.map(({ name }) => `${name}.test.ts`).filter((file) => !files.includes(file))).toEqual([])
    await smallDose(fickle().part)
  })
})
