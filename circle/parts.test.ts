import { describe, expect, test } from 'vitest'
import { rodaPlan } from './plan.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'

/** A roda of four in which m1 receives from m2, m3 and m4, and each contribution is R$ 100. */
const four = (rules?: number) =>
  story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }), ...(rules ? { mode: 'real', rules } : {}) })
    .members(4)
    .placed()
    .pull()
const sending = (told: Story, cents?: number, donation = 'm2→m1') => {
  const { id: donationId, donorId: memberId } = told.donation(donation)
  return { kind: 'send_receipt' as const, donationId, memberId, ...(cents === undefined ? {} : { cents }) }
}
const confirming = (told: Story, cents?: number, donation = 'm2→m1') => {
  const { id: donationId, receiverId } = told.donation(donation)
  const by = { memberId: receiverId! }
  return { kind: 'confirm' as const, donationId, by, ...(cents === undefined ? {} : { cents }) }
}
const pays = (told: Story, cents: number) => told.does(sending(told, cents)).does(confirming(told, cents))

describe('a part of a contribution', () => {
  test('counts for both at once, and the turn goes on only with the whole', () => {
    const told = pays(four(), 4_000)
    expect([told.balance('m1'), told.balance('m2')]).toEqual([40, -40])
    expect(told.turn('m1')).toBe('0+3 of 3')
    expect(told.donation('m2→m1').status).toBe('PENDING_PAYMENT')
    told.does(sending(told, 6_000)).does(confirming(told, 6_000))
    expect([told.balance('m1'), told.turn('m1')]).toEqual([100, '1+2 of 3'])
    expect(told.happened('donation.confirmed')).toMatchObject([{ amountCents: 10_000, cents: 6_000 }])
  })

  test('leaves a rotation that is paid in parts at zero for everybody', () => {
    const told = four()
    for (let month = 0; month < 4; month += 1) {
      for (const donation of told.open().filter((name) => name.startsWith('m2'))) {
        told.does(sending(told, 2_500, donation)).does(confirming(told, 2_500, donation))
        told.does(sending(told, 7_500, donation)).does(confirming(told, 7_500, donation))
      }
      told.everyonePays()
      if (month < 2) told.days(31).pull()
    }
    expect(['m1', 'm2', 'm3', 'm4'].map((memberId) => told.balance(memberId))).toEqual([0, 0, 0, 0])
  })

  test('is less than what is left, more than nothing, and the fourth is all that is left', () => {
    const told = four()
    const refused = (cents?: number) => told.refusal(sending(told, cents))
    expect([0, -1, 0.5, 10_000, 10_001].map(refused)).toEqual(Array(5).fill('donation.part_amount'))
    for (const cents of [1_000, 2_000, 3_000]) pays(told, cents)
    expect([refused(), refused(4_001), refused(3_999)]).toEqual([
      'donation.part_amount',
      'donation.part_amount',
      'donation.parts_over',
    ])
    expect(refused(4_000)).toBeNull()
  })

  test('is confirmed with the sum that its receipt is for, and with no other', () => {
    const told = four()
    told.does(sending(told, 4_000))
    const differs = 'donation.part_differs'
    expect([undefined, 3_999, 10_000].map((cents) => told.refusal(confirming(told, cents)))).toEqual(
      Array(3).fill(differs),
    )
    told.does({ ...sending(told, 5_000), image: 'a'.repeat(64) })
    expect([4_000, 5_000].map((cents) => told.refusal(confirming(told, cents)))).toEqual([differs, null])
  })

  test('is taken in a roda and nowhere else', () => {
    const told = story().members(3).placed().pull()
    expect(told.refusal(sending(told, 4_000, 'm3→m1'))).toBe('donation.no_parts')
  })
})

describe('what is left behind a part', () => {
  test('keeps its deadline, and two days where the answer took longer', () => {
    const told = four()
    const { deadlineAt } = told.donation('m2→m1')
    expect(pays(told, 1_000).donation('m2→m1').deadlineAt).toBe(deadlineAt)
    told.does(sending(told, 1_000)).days(40).does(confirming(told, 1_000))
    expect(told.donation('m2→m1').deadlineAt).toBe(told.now + 2 * 86_400_000)
  })

  test('is never void by the clock: past its deadline it is a case, and may still be paid', () => {
    const told = pays(four(), 4_000).days(31).expire()
    expect(told.happened('donation.reported')).toMatchObject([{ reporterId: null }])
    expect(told.open()).toEqual(['m2→m1'])
    expect(told.refusal(sending(told, 6_000))).toBeNull()
  })

  test('stays between the same two people when the receiver is replaced, and whatever a case decides', () => {
    const told = pays(four(), 4_000).setReceiver('m1', 'm3')
    expect(told.open()).toContain('m2→m1')
    const [{ reportId } = { reportId: '' }] = told.happened('donation.reported')
    expect(told.refusal({ kind: 'resolve_report', reportId, resolution: 'RESOLVED', outcome: 'cancel' })).toBe(
      'report.part_paid',
    )
    told.resolved('keep', reportId)
    expect(told.open()).toContain('m2→m1')
    told.does(sending(told, 6_000)).does(confirming(told, 6_000))
    expect([told.balance('m1'), told.balance('m2')]).toEqual([100, -100])
  })

  test('is left to its donor once a case about its late rest was decided: the rest is asked about no more', () => {
    const told = pays(four(5), 4_000)
    const expires = () => told.days(31).does({ kind: 'expire', late: true }).happened('donation.reported').length
    expect(expires()).toBe(1)
    told.resolved('keep', told.happened('donation.reported')[0]!.reportId)
    expect([expires(), expires(), told.donation('m2→m1').isLate]).toEqual([0, 0, true])
    // A receipt of the rest that was rejected is another thing: its donor says that the money moved.
    told.does(sending(told, 6_000)).rejects('m1', 'm2→m1')
    expect(expires()).toBe(1)
  })

  test('leaves a late rest to a case again once its donor has gone: that case ends it, and the roda can end', () => {
    const told = four(5).days(31).does({ kind: 'expire', late: true }).opensCase('m2→m1').resolved('keep', 'case')
    told.does(sending(told, 4_000)).leaves('m2').does(confirming(told, 4_000))
    const reported = told.days(31).does({ kind: 'expire', late: true }).happened('donation.reported')
    expect(reported).toHaveLength(1)
    told.resolved('keep', reported[0]!.reportId)
    expect(told.happened('obligation.void')).toMatchObject([{ memberId: 'm2', amountCents: 6_000, reason: 'left' }])
  })

  test('of what somebody who went still owes ends by a case once its receiver went too, who could else never be erased', () => {
    const told = four(5).everyonePays().suspended('m1')
    const [{ id: donationId, donorId: memberId } = { id: '', donorId: '' }] = told.state.donations.values()
    told.does({ kind: 'send_receipt', donationId, memberId, cents: 4_000 })
    told.does({ kind: 'confirm', donationId, by: { memberId: 'm2' }, cents: 4_000 })
    told.does({ kind: 'open_case', reportId: 'r', donationId, bounded: true })
    const cancels = { kind: 'resolve_report', reportId: 'r', resolution: 'RESOLVED', outcome: 'cancel' } as const
    expect(told.refusal(cancels), 'its receiver is there').toBe('report.part_paid')
    const rest = { memberId: 'm1', type: 'SETTLEMENT', amountCents: 6_000, reason: 'nobody_left' }
    expect(told.leaves('m2').refusal(cancels), 'its receiver went').toBeNull()
    expect(told.does(cancels).happened('obligation.void')).toMatchObject([rest])
    expect(told.open().filter((name) => name.startsWith('m1→m2'))).toEqual([])
  })

  test('is void when its donor has gone and a case says so, and what was paid stays given', () => {
    const told = pays(four(), 4_000).leaves('m2')
    const [{ reportId } = { reportId: '' }] = told.happened('donation.reported')
    told.resolved('cancel', reportId)
    expect(told.happened('obligation.void')).toMatchObject([{ amountCents: 6_000, reason: 'left' }])
    expect([told.balance('m1'), told.balance('m2')]).toEqual([40, -40])
  })

  test('is confirmed in part by a case that decides about the receipt of a part', () => {
    const told = four()
    told.does(sending(told, 4_000)).reports('m1', 'm2→m1').resolved('confirm')
    expect(told.happened('donation.part_confirmed')).toMatchObject([{ cents: 4_000, part: 1 }])
    expect(told.donation('m2→m1').status).toBe('PENDING_PAYMENT')
  })

  test('is asked for by its own sum, once a receipt of a part was rejected', () => {
    const told = four()
    told.does(sending(told, 4_000)).rejects('m1', 'm2→m1')
    expect([told.refusal(sending(told)), told.donation('m2→m1').sentCents]).toEqual([null, null])
  })
})

test('a place is not handed over while something of it was paid in part', () => {
  const told = pays(four(), 4_000).members(1)
  const sums = { givenCents: 4_000, receivedCents: 0 }
  const handing = { kind: 'hand_over' as const, substituteId: 's', memberId: 'm2', newcomerId: 'm5', ...sums }
  expect(told.refusal(handing)).toBe('substitute.part_paid')
})

test('somebody who paid in parts is asked for as many months as everybody', () => {
  const told = four()
  told.does(sending(told, 6_000)).does(confirming(told, 6_000)).days(31).pull()
  const unpaid = () => [...told.state.donations.values()].find(({ donorId, parts }) => donorId === 'm2' && parts === 0)!
  const { donorId, receiverId, id: donationId } = unpaid()
  told.does({ kind: 'send_receipt', donationId, memberId: donorId, cents: 7_000 })
  told.does({ kind: 'confirm', donationId, by: { memberId: receiverId! }, cents: 7_000 })
  expect(told.refusal({ kind: 'pause_month', donationId })).toBe('pause.money_moved')
  told.days(31).pull()
  const third = unpaid()
  told.does({ kind: 'pause_month', donationId: third.id })
  // The third of three: it is asked for in the month behind it, not two months later.
  expect(told.happened('contribution.paused')).toMatchObject([{ until: Date.parse('2026-04-01T03:00:00Z') }])
})
