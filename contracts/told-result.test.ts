import { describe, expect, test } from 'vitest'
import { isResultOf, statesOf } from '#circle/ledger/shown-state.ts'
import { rodaPlan } from '#circle/plan.ts'
import { COUNTED_SINCE } from '#circle/shares.ts'
import { story } from '#circle/testing/story.ts'
import { rodaLedger } from '#circle/testing/roda-ledger.ts'
import { toldResult } from './told-result.ts'

describe('the sums of a circle that a member is shown', () => {
  test('count who is in it, and of who went those who gave or received', () => {
    const plan = rodaPlan({ amountCents: 10_000, months: 2 })
    const told = story({ plan, mode: 'real' }).members(5)
    told.does({ kind: 'apply_draw', drawId: 'draw', memberIds: ['m1', 'm2', 'm3', 'm4'] })
    told.suspended('m5')
    expect(toldResult(told.state, 'm1')).toMatchObject({ members: 4, even: 4 })
    told.pull().paid('m4').leaves('m4')
    expect(toldResult(told.state, 'm1')).toMatchObject({ members: 4, even: 2, ahead: 1, behind: 1 })
  })

  test('say when all of a real rotation have been asked for, also while something is open after a pause', () => {
    const plan = rodaPlan({ amountCents: 10_000, months: 3 })
    const told = story({ plan, mode: 'real', rules: COUNTED_SINCE }).members(4).placed().pull()
    const paused = told.donationId('m4→m1')
    told.does({ kind: 'pause_month', donationId: paused })
    const isAllAsked = () => toldResult(told.state, 'm1').all_asked
    const month = () => {
      told.pull()
      for (const memberId of ['m1', 'm2', 'm3']) told.paid(memberId)
      told.days(31)
    }
    for (const _ of [1, 2]) month()
    expect(isAllAsked()).toBe(false)
    month()
    expect(toldResult(told.state, 'm1')).toMatchObject({ all_asked: true, rotation_over: false, lacking: null })
  })

  test('are those of its ledger, and none else’s: not who is behind, nor one’s own line', () => {
    const { does, entries, state } = rodaLedger()
    does('cida', { kind: 'place', memberId: 'ana', level: 1, position: 1, isReceiver: false })
    const told = toldResult(state(), 'ana')
    const holds = (change: Partial<typeof told> = {}, seq = entries.length) =>
      isResultOf(statesOf(entries), 'ana', { seq, told: { ...told, ...change } }, toldResult)
    expect(holds()).toBe(true)
    expect([
      holds({ behind: 1 }),
      holds({ given: 500 }),
      holds({ median: 100 }),
      holds({ over: true }),
      holds({ own: { ...told.own!, received: 300 } }),
      holds({ own: null }),
      holds({}, 4),
      holds({}, entries.length + 1),
    ]).toEqual(Array.from({ length: 8 }, () => false))
  })
})
