import { expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { COUNTED_SINCE } from '#circle/shares.ts'
import { story } from '#circle/testing/story.ts'
import { foresee } from './foreseen.ts'
import { stillAhead } from './still-ahead.ts'

test('of two places of which one has received, whoever takes them over reads of the other’s turn alone', () => {
  const plan = rodaPlan({ amountCents: 10_000, months: 4 })
  const told = story({ plan, mode: 'real', rules: COUNTED_SINCE }).members(5)
  told.does({ kind: 'take_shares', memberId: 'm1', shares: 2 })
  told.does({ kind: 'apply_draw', drawId: 'draw', memberIds: ['m1', 'm2', 'm3', 'm4', 'm5', 'm1'] })
  const still = () => stillAhead(told.state, 'm1', foresee(told.state, { now: told.now, calendar: null }))
  expect(still()).toMatchObject({
    giveCents: 80_000,
    receiveCents: 80_000,
    turns: [expect.any(String), expect.any(String)],
  })
  for (const _ of [1, 2]) told.pull().everyonePays().days(31)
  expect(still()).toEqual({ giveCents: 40_000, receiveCents: 40_000, turns: ['2026-04'] })
})
