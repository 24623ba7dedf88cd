import { describe, expect, test } from 'vitest'
import { presets, rodaPlan } from '#circle/plan.ts'
import { outcomeFigures } from './outcome-points.ts'

describe('the way of a plan', () => {
  test('of a roda: back at zero in its last month, and on the way behind by what was given before one’s turn', () => {
    const { paths } = outcomeFigures(rodaPlan({ amountCents: 100_00, months: 11 }), 12)
    const [all] = paths
    expect(paths.map(({ missed }) => missed)).toEqual([0, 5, 10])
    expect(all).toMatchObject({ missed: 0, zero_month: 11, deepest: 1_000 })
    expect([all!.behind[10], all!.even[10], all!.ahead[10], all!.short[10]]).toEqual([0, 12, 0, 0])
    for (const [index, short] of all!.short.entries()) {
      expect(all!.behind[index]! + all!.even[index]! + all!.ahead[index]!).toBe(12)
      expect(short).toBeLessThanOrEqual(all!.behind[index]! * all!.furthest[index]!)
      expect(all!.furthest[index]).toBeLessThanOrEqual(all!.deepest)
    }
  })

  test('of a plan that is not balanced: nobody’s month of zero comes', () => {
    const [all] = outcomeFigures(presets.termos, 100).paths
    expect(all!.zero_month).toBe(null)
    expect(all!.behind).toHaveLength(24)
    expect(all!.deepest).toBe(Math.max(...all!.furthest))
  })
})
