import { describe, expect, test } from 'vitest'
import { nextAhead } from './ahead.ts'
import { countingOf, dueOf, isAwaited, isReceivable } from './course.ts'
import { findUnfinished } from './ending.ts'
import { rodaPlan } from './plan.ts'
import { awaitsRotation, contributionsAsked, isOver } from './rotation.ts'
import { COUNTED_SINCE } from './shares.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'

/** A real roda of four, three months a rotation: as many as there are others. */
const roda = (rules: number | undefined = COUNTED_SINCE) =>
  story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }), mode: 'real', rules })
    .members(4)
    .placed()

function months(told: Story, count: number): Story {
  for (let month = 0; month < count && !awaitsRotation(told.state); month += 1) told.pull().everyonePays().days(31)
  return told
}

/** The contributions that each gave and received. */
const sums = ({ state }: Story) =>
  [...state.members.values()].map((m) => `${m.given[1] / 10_000}/${m.received[1] / 10_000}`)

describe('a rotation that is counted person by person', () => {
  test('ends at zero when somebody leaves: the last turn is not left to be paid by its own receiver', () => {
    expect(sums(months(roda().leaves('m1'), 9))).toEqual(['0/0', '3/3', '3/3', '3/3'])
    const settled = months(roda(), 2).leaves('m1').everyonePays()
    expect(sums(months(settled, 9))).toEqual(['3/3', '3/3', '3/3', '3/3'])
    expect(isOver(settled.state)).toBe(true)
  })

  test('gives nobody a second turn while another waits, wherever they were moved', () => {
    expect(sums(months(months(roda(), 1).toEnd('m4'), 9))).toEqual(['3/3', '3/3', '3/3', '3/3'])
    expect(sums(months(months(roda(), 1).reorder('m1', 1), 9))).toEqual(['3/3', '3/3', '3/3', '3/3'])
  })

  test('asks who missed a month alone at the end, and nobody for a month too many', () => {
    const told = roda().pull().days(31).late().opensCase('m2→m1').resolved('cancel', 'case').everyonePays()
    months(told, 2)
    expect([...dueOf(told.state)!]).toEqual([
      ['m1', 0],
      ['m2', 1],
      ['m3', 0],
      ['m4', 0],
    ])
    expect(awaitsRotation(told.state)).toBe(false)
    expect(sums(months(told, 9))).toEqual(['3/3', '3/3', '3/3', '3/3'])
  })

  test('asks who came in its middle for as much as the others, and pays them before', () => {
    const told = months(roda(), 1).members(1).place('m5')
    expect(sums(months(told, 2))).toEqual(['3/3', '3/3', '3/3', '3/2', '2/3'])
    expect(sums(months(told, 1))).toEqual(['3/3', '3/3', '3/3', '3/3', '3/3'])
  })

  test('asks nobody who comes when all others have given, and begins with them the next', () => {
    const told = months(roda(), 3).members(1).place('m5')
    expect([isOver(told.state), awaitsRotation(told.state), [...dueOf(told.state)!.values()]]).toEqual([
      true,
      true,
      [0, 0, 0, 0, 0],
    ])
    told.does({ kind: 'begin_rotation' })
    expect(sums(months(told, 9))).toEqual(['6/6', '6/6', '6/6', '6/6', '3/3'])
  })

  test('counts what was asked of each since it began', () => {
    const told = months(roda(), 3).does({ kind: 'begin_rotation' })
    const asked = () => ['m1', 'm4'].map((id) => contributionsAsked(told.state, id))
    expect(asked()).toEqual([0, 0])
    told.pull()
    expect(asked()).toEqual([1, 1])
  })

  test('awaits the next as soon as all was asked, also while some is still to be paid and somebody came', () => {
    const told = months(roda(), 2).pull().members(1).place('m5')
    expect([isOver(told.state), awaitsRotation(told.state)]).toEqual([false, true])
  })

  test('says of how many it still asks something, where everybody is at zero in its middle', () => {
    const told = roda().pull()
    for (const _ of ['second', 'third'])
      told.does({ kind: 'pay_ahead', memberId: 'm1', receiverId: nextAhead(told.state, 'm1', told.now).receiverId })
    told.everyonePays()
    expect(told.refusalDetails({ kind: 'begin_rotation' })).toEqual({ behind: 4, open: 0 })
  })

  test('keeps for who left ahead what they gave: it waits until they come back', () => {
    const told = months(roda(), 1).leaves('m4')
    months(told, 9)
    expect([sums(told), told.waiting()]).toEqual([['3/3', '2/3', '3/3', '1/0'], ['m2 PULL']])
    expect(findUnfinished(told.state)).toEqual({ behind: 2, open: 1 })
    told.reinstated('m4').place('m4').everyonePays()
    expect([sums(told), isOver(told.state)]).toEqual([['3/3', '3/3', '3/3', '1/1'], true])
  })

  test('gives back all that they gave to who comes back to fewer places', () => {
    const plan = rodaPlan({ amountCents: 10_000, months: 1 })
    const told = story({ plan, mode: 'real', rules: COUNTED_SINCE }).members(3)
    told.does({ kind: 'take_shares', memberId: 'm1', shares: 2 }).placed().pull().sendsReceipt('m1').suspended('m1')
    months(told.everyonePays(), 3).reinstated('m1').place('m1').everyonePays()
    expect(sums(months(told, 3))).toEqual(['2/2', '1/1', '1/1'])
  })

  test('does not wait for a contribution that its donor alone could receive', () => {
    const told = months(roda(), 2).pull().leaves('m3')
    expect(told.happened('obligation.void').map(({ memberId, reason }) => `${memberId} ${reason}`)).toContain(
      'm4 nobody_left',
    )
    expect([sums(told.everyonePays()), isOver(told.state)]).toEqual([['3/3', '3/3', '2/2', '2/2'], true])
  })

  test('asks nobody for what nobody could receive: whoever is passed over needs nothing', () => {
    const passes = (...withoutConsent: string[]) => {
      const told = roda().does({ kind: 'generate_pull', withoutConsent, unserved: true })
      return { told, due: [...dueOf(told.everyonePays().days(31).state)!.values()] }
    }
    expect(passes().due).toEqual([1, 1, 1, 1])
    expect(passes('m4').due).toEqual([1, 1, 1, 1])
    const alone = passes('m2', 'm3', 'm4')
    expect(alone.due).toEqual([0, 1, 1, 1])
    expect(['m1', 'm2'].map((donor) => isReceivable(alone.told.state, donor))).toEqual([false, true])
  })

  test('asks for the month of who paid it ahead, which is then counted', () => {
    const told = roda().pull()
    told.does({ kind: 'pay_ahead', memberId: 'm4', receiverId: 'm2' })
    told.does({ kind: 'pay_ahead', memberId: 'm4', receiverId: 'm3' })
    expect(dueOf(told.state)!.get('m4')).toBe(1)
    expect(sums(months(told.everyonePays().days(31), 9))).toEqual(['3/3', '3/3', '3/3', '3/3'])
  })

  test('waits for whoever lost their place having given more, but for nobody else without one', () => {
    const told = months(roda(), 1)
    const awaited = (except?: string) => isAwaited(told.state, except)
    expect([awaited(), awaited('m4')]).toEqual([false, false])
    // m1 has received all of a turn, m4 nothing.
    told.leaves('m1')
    expect(awaited()).toBe(false)
    told.leaves('m4')
    expect([awaited(), awaited('m1'), awaited('m4')]).toEqual([true, true, false])
    expect(['m4', 'm2'].map((donor) => isReceivable(told.state, donor))).toEqual([true, true])
  })

  test('is that of real circles alone', () => {
    expect([1, 4, 5, 6, undefined].map((rules) => countingOf({ mode: 'real', rules }))).toEqual([
      {},
      {},
      { rules: 5 },
      { rules: 5 },
      {},
    ])
    expect(countingOf({ mode: 'demonstracao', rules: 5 })).toEqual({})
  })

  test('is that of circles founded since: in those of before the months go on as they did', () => {
    const before = months(roda(1).leaves('m1'), 3)
    expect([sums(before), isOver(before.state), dueOf(before.state)]).toEqual([
      ['0/0', '3/4', '3/3', '3/2'],
      false,
      null,
    ])
  })
})
