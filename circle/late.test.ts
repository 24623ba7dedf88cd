import { describe, expect, test } from 'vitest'
import { nextAhead } from './ahead.ts'
import { rodaPlan } from './plan.ts'
import { COUNTED_SINCE } from './shares.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'

/** A roda of four in which m1 receives from m2, m3 and m4; m2 and m4 pay, and m3's deadline has passed. */
function late(): Story {
  const told = story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
    .members(4)
    .placed()
    .pull()
  return told.paid('m2', 'm4', 'm1').days(31).late()
}

const sums = (told: Story) => ['m1', 'm2', 'm3', 'm4'].map((memberId) => told.balance(memberId))

describe('a contribution to a roda after its deadline', () => {
  test('stays owed between the same two, once, and its donor is served last', () => {
    const told = late()
    expect(told.happened('donation.late')).toMatchObject([{ donorId: 'm3', receiverId: 'm1', amountCents: 10_000 }])
    expect([told.open(), told.waiting(), told.turn('m1')]).toEqual([['m3→m1'], [], '2+1 of 3'])
    expect(told.queue()).toBe('1:m1* 2:m2* 3:m4 4:m3')
    expect(told.toEnd('m4').days(40).late().events).toEqual([])
  })

  test('leaves its donor before those who have received: nobody receives twice while another has not once', () => {
    const told = story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }), mode: 'real' })
      .members(4)
      .placed()
      .pull()
      .everyonePays()
    told.days(31).pull().paid('m1', 'm2', 'm3').days(31).late()
    expect(told.happened('donation.late')).toMatchObject([{ donorId: 'm4' }])
    expect(told.queue()).toBe('1:m2* 2:m3* 3:m4 4:m1')
    told.paid('m4').pull().everyonePays()
    expect(sums(told)).toEqual([0, 0, 0, 0])
  })

  test('sends its donor behind everybody where the ledger says nothing of late', () => {
    const told = story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
    told.members(4).placed().pull().everyonePays().days(31).pull().paid('m1', 'm2', 'm3').days(31).expire()
    expect(told.queue()).toBe('1:m2* 2:m3* 3:m1 4:m4')
  })

  test('counts as every other when it is paid, and completes the turn that waited for it', () => {
    const told = late().paid('m3')
    expect(told.happened('turn.completed')).toMatchObject([{ memberId: 'm1', receivedCents: 30_000 }])
    expect(sums(told)).toEqual([200, 0, -100, -100])
    for (let month = 0; month < 2; month += 1) told.days(31).pull().everyonePays()
    expect(sums(told)).toEqual([0, 0, 0, 0])
  })

  test('is taken as soon as it is late, before anybody has noted that it is', () => {
    const told = story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
      .members(4)
      .placed()
      .pull()
    expect(told.days(31).paid('m3').turn('m1')).toBe('1+2 of 3')
    told.late()
    expect(told.happened('donation.late').map(({ donorId }) => donorId)).toEqual(['m2', 'm4', 'm1'])
  })

  test('is asked of its donor beside the next month’s, and of nobody else', () => {
    const told = late().pull()
    expect(told.open().filter((name) => name.startsWith('m3'))).toHaveLength(2)
    expect(told.happened('donation.matched').filter(({ receiverId }) => receiverId === 'm1')).toEqual([])
  })

  test('that somebody decides not to wait for is owed no more, and its receiver is given another', () => {
    const told = late()
    const paid = told.donationId('m3→m1')
    told.reports('m1', 'm3→m1').resolved('cancel')
    expect(told.happened('obligation.void')).toMatchObject([{ memberId: 'm3', reason: 'period_expired' }])
    expect([told.open(), told.waiting(), told.turn('m1')]).toEqual([[], [], '2+0 of 3'])
    expect(told.refusal({ kind: 'send_receipt', donationId: paid, memberId: 'm3' })).toBe('donation.ended')
    expect(told.pull().turn('m1')).toBe('2+1 of 3')
  })

  test('whose receipt is rejected becomes a case, which ends by itself when the money came', () => {
    const told = late().sendsReceipt('m3').rejects('m1', 'm3→m1').days(3).late()
    expect(told.happened('donation.reported')).toMatchObject([{ reporterId: null }])
    told.sendsReceipt('m3').confirmedFor('m3')
    expect(told.happened('report.ended')).toMatchObject([{ status: 'RESOLVED', outcome: 'keep' }])
    expect([told.state.reports.size, told.turn('m1')]).toEqual([0, 'none'])
  })

  test('keeps its donor’s turn neither by a cent nor by a receipt that was no payment', () => {
    const month = () =>
      story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
        .members(4)
        .placed()
        .pull()
        .paid('m2', 'm4', 'm1')
    const cent = month()
    const donationId = cent.donationId('m3→m1')
    cent.does({ kind: 'send_receipt', donationId, memberId: 'm3', cents: 1 })
    cent.does({ kind: 'confirm', donationId, by: { memberId: 'm1' }, cents: 1 })
    expect(cent.days(31).late().queue()).toBe('1:m1* 2:m2* 3:m4 4:m3')
    const denied = month().sendsReceipt('m3').rejects('m1', 'm3→m1').days(31).late()
    expect(denied.queue()).toBe('1:m1* 2:m2* 3:m3 4:m4')
    const [reportId] = denied.state.reports.keys()
    expect(denied.resolved('keep', reportId).queue()).toBe('1:m1* 2:m2* 3:m4 4:m3')
  })

  test('… nor by one such receipt after another, which cost a decision each', () => {
    const counted = () =>
      story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }), mode: 'real', rules: COUNTED_SINCE })
        .members(4)
        .placed()
        .pull()
        .paid('m2', 'm4', 'm1')
    const denied = (told: Story) => told.sendsReceipt('m3').days(4).rejects('m1', 'm3→m1')
    const decided = (told: Story) => told.resolved('keep', [...told.state.reports.keys()].at(-1))
    // The first decision believes neither; the second has seen a third receipt that was none.
    const told = decided(denied(denied(counted().days(29))))
    expect(told.queue()).toBe('1:m1* 2:m2* 3:m3 4:m4')
    expect(decided(denied(told)).donation('m3→m1')).toMatchObject({ isLate: false, rejections: 3 })
    expect(told.queue()).toBe('1:m1* 2:m2* 3:m4 4:m3')
    told.paid('m3').days(31).pull().everyonePays().days(31).pull().everyonePays()
    expect(sums(told)).toEqual([0, 0, 0, 0])
  })

  test('… nor by months ahead that nobody has paid, which give the role to all before them', () => {
    const ahead = (told: Story, memberId: string) =>
      told.does({ kind: 'pay_ahead', memberId, receiverId: nextAhead(told.state, memberId, told.now).receiverId })
    const five = (memberId?: string) => {
      const told = story({ plan: rodaPlan({ amountCents: 10_000, months: 4 }), mode: 'real', rules: COUNTED_SINCE })
        .members(5)
        .placed()
        .pull()
      return memberId ? ahead(ahead(told, memberId), memberId) : told
    }
    const dueDay = (told: Story) => told.paid('m1', 'm2', 'm4').days(31).late()
    expect(dueDay(five()).queue()).toBe('1:m1* 2:m2* 3:m4 4:m3 5:m5')
    // By themselves, or by a friend who begins their turn with a month that is not paid.
    expect(five('m3').queue()).toBe('1:m1* 2:m2* 3:m3* 4:m4* 5:m5')
    expect(dueDay(five('m3')).queue()).toBe('1:m1* 2:m2* 3:m4* 4:m3 5:m5')
    expect(five('m5').turn('m3')).toBe('0+1 of 4')
    const friends = dueDay(five('m5'))
    expect(friends.queue()).toBe('1:m1* 2:m2* 3:m4 4:m3 5:m5')
    expect(friends.open()).toEqual(['m3→m1', 'm5→m1', 'm5→m2', 'm5→m2'])
    // The months that go to another are due no sooner than they were.
    const [deadline] = friends.happened('donation.matched').map(({ deadlineAt }) => deadlineAt)
    expect(new Date(deadline!).toISOString()).toBe('2026-03-31T03:00:00.000Z')
    // Nor by one that the two confirm to each other: whether money came nobody else knows.
    expect(dueDay(five('m5').paid('m5')).queue()).toBe('1:m1* 2:m2* 3:m4 4:m5 5:m3')
    // Nor is a month in the way that is late at the same moment, as after a machine that stood still, and goes to another now.
    const stoodStill = five('m5').paid('m1', 'm2', 'm4').days(100).late()
    expect(stoodStill.happened('donation.late').map(({ receiverId }) => receiverId)).toEqual(['m1', 'm1', 'm2'])
    expect(stoodStill.queue()).toBe('1:m1* 2:m2* 3:m4 4:m3 5:m5')
    expect(stoodStill.open()).toEqual(['m3→m1', 'm5→m1', 'm5→m2', 'm5→m2'])
    // A turn whose own month was asked for goes on, whoever is late.
    const asked = five().everyonePays().days(31).pull().paid('m1', 'm2', 'm4', 'm5').days(31).late()
    expect(asked.happened('donation.late')).toMatchObject([{ donorId: 'm3' }])
    expect(asked.queue()).toBe('1:m2* 2:m3* 3:m4 4:m5 5:m1')
  })

  test('leaves to the administration its case about one that was not late', () => {
    const told = story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
      .members(4)
      .placed()
      .pull()
    expect(told.opensCase('m3→m1').paid('m3').state.reports.size).toBe(1)
  })

  test('leaves a case that one of the two opened to whoever decides it', () => {
    const told = late().reports('m1', 'm3→m1').paid('m3')
    expect([told.state.reports.size, told.balance('m3')]).toEqual([1, -100])
    expect(
      told.refusal({ kind: 'resolve_report', reportId: 'report', resolution: 'RESOLVED', outcome: 'cancel' }),
    ).toBe('donation.ended')
  })

  test('ends with its donor’s leaving, and goes to another where its receiver leaves', () => {
    expect(late().leaves('m3').happened('obligation.void')).toMatchObject([{ memberId: 'm3', reason: 'place_lost' }])
    const told = late().leaves('m1')
    expect(told.happened('donation.cancelled')).toMatchObject([{ donorId: 'm3', reason: 'receiver_removed' }])
    expect(told.donation('m3→m2')).toMatchObject({ isLate: false, deadlineAt: told.now + 30 * 86_400_000 })
  })

  test('is not paused any more', () => {
    const told = late()
    expect(told.refusal({ kind: 'pause_month', donationId: told.donationId('m3→m1') })).toBe('donation.expired')
  })

  test('is void in circles of several levels, and where the ledger says nothing of late', () => {
    const levels = story().members(4).placed().pull().days(31).late()
    expect(levels.happened('donation.expired')).toHaveLength(4)
    expect(levels.happened('donation.late')).toEqual([])
    const before = story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
    expect(before.members(4).placed().pull().days(31).expire().happened('donation.expired')).toHaveLength(4)
  })
})
