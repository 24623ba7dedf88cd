import { describe, expect, test } from 'vitest'
import { rodaPlan } from '#circle/plan.ts'
import { COUNTED_SINCE } from '#circle/shares.ts'
import { story } from '#circle/testing/story.ts'
import type { Story } from '#circle/testing/story.ts'
import { laterTurns } from './pause.ts'

/** Whose turns a pause of this donation puts off, as who decides it reads them. */
function putOff(told: Story, donation: string) {
  const before = told.state
  told.does({ kind: 'pause_month', donationId: told.donationId(donation) })
  return laterTurns(before, told.state, { now: told.now, calendar: null })
}

const roda = (months: number) =>
  story({ plan: rodaPlan({ amountCents: 10_000, months }), mode: 'real', rules: COUNTED_SINCE }).members(5)

describe('the turns that a pause puts off', () => {
  test('are those that it makes complete in another month', () => {
    const told = roda(4).placed()
    for (const _ of [1, 2]) told.pull().everyonePays().days(31)
    told.pull()
    expect(putOff(told, 'm4→m3')).toEqual([{ memberId: 'm3', was: 'março de 2026', is: 'maio de 2026' }])
  })

  test('are told of each place of who has several', () => {
    const told = roda(4)
    told.does({ kind: 'take_shares', memberId: 'm1', shares: 2 })
    told.does({ kind: 'apply_draw', drawId: 'draw', memberIds: ['m1', 'm2', 'm3', 'm4', 'm5', 'm1'] })
    told.pull()
    const later = putOff(told, 'm2→m1')
    expect(later[0]).toMatchObject({ memberId: 'm1', was: 'janeiro de 2026' })
  })
})
