import { describe, expect, test } from 'vitest'
import { presets, rodaPlan } from './plan.ts'
import { owesBack, whyForgone } from './release.ts'
import { story } from './testing/story.ts'
import { shortPlan } from './testing/walk.ts'

const roda = () =>
  story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
    .members(4)
    .placed()

describe('whoever received more than they gave owes it back', () => {
  const owing = (told: ReturnType<typeof roda>) => ['m1', 'm2', 'm3', 'm4'].filter((id) => owesBack(told.state, id))

  test('as soon as a whole contribution came, and no more once they gave as much', () => {
    expect(owing(roda().pull())).toEqual([])
    const told = roda().pull().paid('m2')
    expect(owing(told)).toEqual([])
    // m1 owes a contribution of their own: it covers the first that came, not the second.
    expect(owing(told.paid('m3'))).toEqual(['m1'])
    expect(owing(told.days(31).pull())).toEqual([])
  })

  test('also what waits for their word alone, and of a part what was sent', () => {
    const told = roda().pull().paid('m2')
    const [donation, m1] = [told.donationId('m3→m1'), 'm1']
    told.does({ kind: 'send_receipt', donationId: donation, memberId: 'm3' })
    expect(owing(told)).toEqual([m1])
    const inParts = roda().pull().paid('m2')
    const part = { donationId: inParts.donationId('m3→m1'), cents: 4_000 }
    inParts.does({ kind: 'send_receipt', memberId: 'm3', ...part })
    inParts.does({ kind: 'confirm', by: { memberId: m1 }, ...part })
    expect(owing(inParts)).toEqual([])
  })

  test('nobody else owes for what waits for another’s word', () => {
    expect(owing(roda().pull().paid('m2').sendsReceipt('m3').sendsReceipt('m4'))).toEqual(['m1'])
  })

  test('in a roda, where somebody is a member', () => {
    expect(owesBack(roda().state, 'nobody')).toBe(false)
    const levels = story({ plan: presets.termos }).members(4).placed().pull().everyonePays()
    expect(levels.member('m1').received[1]).toBeGreaterThan(levels.member('m1').given[1])
    expect(owing(levels)).toEqual([])
  })
})

test('a role without a turn is given back without cancelling what others owe to the administration', () => {
  const told = story({ plan: shortPlan })
    .members(9)
    .placed()
    .until(
      ({ state }) => [...state.donations.values()].some(({ type }) => type === 'ADM_N3'),
      (month) => month.everyoneUpgrades().paid(...month.state.members.keys()),
    )
  const toAdministration = () => told.open().filter((name) => name.includes('administration'))
  const before = toAdministration()
  const last = [...told.state.entries.values()].findLast(({ turnId, isReceiver }) => turnId === null && !isReceiver)!
  for (const isReceiver of [true, false]) told.does({ kind: 'edit_entry', entryId: last.id, isReceiver })
  expect(told.happened('donation.cancelled')).toEqual([])
  expect([before.length, toAdministration()]).toEqual([1, before])
})

describe('what was no payment', () => {
  const why = (told: ReturnType<typeof roda>, what: Partial<Parameters<typeof whyForgone>[1]> = {}) =>
    whyForgone(told, { donorId: 'm2', type: 'PULL', target: 1, ...what })

  test('is owed again by whoever has the place, and not by whoever lost it, left or was suspended', () => {
    expect(why(roda())).toBeNull()
    expect(why(roda().remove('m2'))).toBe('place_lost')
    expect(why(roda().suspended('m2'))).toBe('suspended')
    expect(why(roda().leaves('m2'))).toBe('left')
  })

  test('is owed again without a place where no place is needed: what is given back, an upgrade, the administration’s', () => {
    const without = roda().remove('m2')
    expect(why(without, { type: 'UPGRADE_N2' })).toBeNull()
    expect(why(without, { target: 'administration' })).toBeNull()
    expect(why(roda().leaves('m2'), { type: 'SETTLEMENT' })).toBeNull()
  })
})
