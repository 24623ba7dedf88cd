import { describe, expect, test } from 'vitest'
import { presets, rodaPlan } from './plan.ts'
import { COUNTED_SINCE } from './shares.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'

/** A roda of five whose turns take four months' donations, in its first month: m1 receives. */
const roda = () =>
  story({ plan: { ...presets.rotativo, levels: [{ ...presets.rotativo.levels[0], required: 4 }] }, mode: 'real' })
    .members(5)
    .placed()
const positionOf = (told: Story, memberId: string) => told.findEntry(memberId, 1)!.position
const swap = (told: Story, memberId: string, otherId: string) =>
  ({
    kind: 'swap_turns',
    swapId: 'swap',
    memberId,
    otherId,
    position: positionOf(told, memberId),
    otherPosition: positionOf(told, otherId),
  }) as const

describe('two members who agree exchange their turns', () => {
  test('and nothing else moves: every debt and donation stays with whom it was', () => {
    const told = roda().pull()
    const [open, debts] = [[...told.state.donations.values()], [...told.state.obligations.values()]]
    told.does(swap(told, 'm5', 'm3'))
    expect(['m1', 'm2', 'm3', 'm4', 'm5'].map((id) => positionOf(told, id))).toEqual([1, 2, 5, 4, 3])
    expect([[...told.state.donations.values()], [...told.state.obligations.values()]]).toEqual([open, debts])
    expect(told.events.map(({ kind }) => kind)).toEqual(['turns.swapped', 'entry.moved'])
    expect(['m3', 'm5'].map((id) => told.passed(id))).toEqual([[], []])
    // The turn goes along: after the second month m5 receives, and the rotation ends with everybody at zero.
    told.everyonePays().days(31).pull().everyonePays()
    expect(told.findEntry('m5', 1)!.isReceiver).toBe(true)
    for (let month = 3; month <= 4; month += 1) told.days(31).pull().everyonePays()
    for (const { given, received } of told.state.members.values()) expect(received[1]).toBe(given[1])
  })

  test('but not while either owes a late contribution, or one whose receipt was none: a place would be passed on', () => {
    const counted = story({ plan: rodaPlan({ amountCents: 10_000, months: 4 }), mode: 'real', rules: COUNTED_SINCE })
      .members(5)
      .placed()
      .pull()
    const denied = counted.sendsReceipt('m5').rejects('m1', 'm5→m1')
    expect([swap(denied, 'm3', 'm5'), swap(denied, 'm5', 'm3')].map((one) => denied.refusal(one))).toEqual([
      'swap.owing',
      'swap.owing',
    ])
    expect(denied.refusal(swap(denied, 'm3', 'm4'))).toBeNull()
    denied.paid('m1', 'm2', 'm4', 'm5').days(31)
    expect(denied.refusal(swap(denied, 'm5', 'm3'))).toBe('swap.owing')
    denied.late().paid('m3')
    expect(denied.refusal(swap(denied, 'm5', 'm3'))).toBeNull()
  })

  test('but not with who receives, nor with who received in this rotation, nor alone', () => {
    const told = roda().pull()
    expect(told.refusal(swap(told, 'm3', 'm1'))).toBe('swap.receiving')
    expect(told.refusal(swap(told, 'm1', 'm3'))).toBe('swap.receiving')
    // The first receiver's own donation went to the second, whose turn has begun with it.
    expect(told.refusal(swap(told, 'm3', 'm2'))).toBe('swap.receiving')
    expect(told.refusal(swap(told, 'm3', 'm3'))).toBe('swap.oneself')
    told.everyonePays()
    expect(told.findEntry('m1', 1)!.turnId).toBeNull()
    expect(told.refusal(swap(told, 'm4', 'm1'))).toBe('swap.received')
  })

  test('only from the places that they agreed on, in a roda, and while both wait', () => {
    const told = roda()
    expect(told.refusal({ ...swap(told, 'm2', 'm4'), otherPosition: 5 })).toBe('swap.changed')
    expect(told.refusal({ ...swap(told, 'm2', 'm4'), position: 3 })).toBe('swap.changed')
    expect(told.refusal({ ...swap(told, 'm2', 'm4'), otherId: 'm9' })).toBe('member.not_in_circle')
    const passed = roda().does({ kind: 'generate_pull', withoutConsent: ['m4'], unserved: true })
    expect(passed.refusal(swap(passed, 'm3', 'm4'))).toBe('swap.no_place')
    const more = roda().members(1)
    const withoutPlace = { ...swap(more, 'm2', 'm4'), otherId: 'm6' }
    expect(more.refusal(withoutPlace)).toBe('swap.no_place')
    more.does({ kind: 'take_shares', memberId: 'm4', shares: 2 })
    expect(more.refusal(swap(more, 'm2', 'm4'))).toBe('swap.shares')
    const levels = story().members(3).placed()
    expect(levels.refusal(swap(levels, 'm2', 'm3'))).toBe('swap.not_here')
  })
})
