import { describe, expect, test } from 'vitest'
import type { Resolution } from './report.ts'
import type { ReportStatus } from './state.ts'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'
import { presets } from './plan.ts'

/** m3 owes m1 and m1 reported it. */
const reported = () => story().members(4).placed().pull().reports('m1', 'm3→m1')
const resolving = (resolution: Resolution, outcome: 'keep' | 'confirm' | 'cancel' = 'keep') =>
  ({ kind: 'resolve_report', reportId: 'report', resolution, outcome }) as const
const status = (told: Story) => told.state.reports.get('report')?.status ?? 'ended'

describe('reporting', () => {
  test('is for the two parties of the donation', () => {
    const told = story().members(4).placed().pull()
    const by = (memberId: string) =>
      told.refusal({ kind: 'report', reportId: 'r', donationId: told.donationId('m3→m1'), memberId })
    expect(['m1', 'm3', 'm2', 'stranger'].map(by)).toEqual([null, null, 'donation.not_party', 'donation.not_party'])
  })

  test('happens once to a donation, whoever reports, even when the report has ended', () => {
    const told = reported()
    const again = { kind: 'report', reportId: 'second', donationId: told.donationId('m3→m1'), memberId: 'm3' } as const
    expect(told.refusal(again)).toBe('donation.already_reported')
    expect(told.resolved('keep').refusal(again)).toBe('donation.already_reported')
  })

  test('a donation that has ended is reported no more', () => {
    const told = story().members(4).placed().pull()
    const donationId = told.donationId('m3→m1')
    expect(told.paid('m3').refusal({ kind: 'report', reportId: 'r', donationId, memberId: 'm1' })).toBe(
      'donation.ended',
    )
  })

  test('stops neither the receipt nor the confirmation, and stays open after them', () => {
    const told = reported().paid('m3')
    expect(told.turn('m1')).toBe('1+2 of 3')
    expect([status(told), status(told.resolved('keep'))]).toEqual(['PENDING', 'ended'])
  })
})

describe('a case that the administration opens', () => {
  const opening = (told: Story, donation = 'm3→m1') =>
    told.refusal({ kind: 'open_case', reportId: 'other', donationId: told.donationId(donation) })

  const DEADLINE = Date.parse('2026-02-04T12:00:00Z')
  const DAY = 86_400_000
  const fresh = () => story().members(4).placed().pull().days(10)

  test('is nobody’s report, stops the deadline for fourteen days at most, and gives the time back', () => {
    const told = fresh().opensCase('m3→m1')
    expect(told.happened('donation.reported')).toMatchObject([{ reporterId: null }])
    told.now = DEADLINE + 14 * DAY
    expect(told.expire().open()).toContain('m3→m1')
    told.now += 1
    expect(told.expire().open()).not.toContain('m3→m1')
    const early = fresh().opensCase('m3→m1').days(3).resolved('keep', 'case')
    expect(early.donation('m3→m1').deadlineAt).toBe(DEADLINE + 3 * DAY)
  })

  test('stops nothing a second time, however soon the first was decided, nor after a party’s own report', () => {
    const again = fresh().opensCase('m3→m1').resolved('keep', 'case').opensCase('m3→m1', 'second')
    expect(again.days(5).resolved('keep', 'second').donation('m3→m1').deadlineAt).toBe(DEADLINE)
    const after = fresh().reports('m1', 'm3→m1').resolved('keep').opensCase('m3→m1')
    after.now = DEADLINE + 1
    expect(after.expire().open()).not.toContain('m3→m1')
  })

  test('stops it until it is decided after a rejected receipt, and in ledgers from before it was bounded', () => {
    const rejected = fresh().sendsReceipt('m3').rejects('m1', 'm3→m1').opensCase('m3→m1')
    expect(rejected.days(90).expire().open()).toContain('m3→m1')
    const before = fresh()
    before.does({ kind: 'open_case', reportId: 'case', donationId: before.donationId('m3→m1') })
    expect(before.days(50).expire().open()).toContain('m3→m1')
    expect(before.resolved('keep', 'case').donation('m3→m1').deadlineAt).toBe(DEADLINE + 50 * DAY)
  })

  test('is decided like a report: it can confirm or cancel the donation', () => {
    expect(
      story().members(4).placed().pull().sendsReceipt('m3').opensCase('m3→m1').resolved('confirm', 'case').turn('m1'),
    ).toBe('1+2 of 3')
    const cancelled = story().members(4).placed().pull().opensCase('m3→m1').resolved('cancel', 'case')
    expect(cancelled.happened('donation.cancelled')).toMatchObject([{ donorId: 'm3', reason: 'report' }])
  })

  test('is refused while another is open, and once the donation has ended', () => {
    const told = reported()
    expect(opening(told)).toBe('donation.already_reported')
    expect(opening(told.resolved('keep'))).toBeNull()
    const donationId = told.donationId('m3→m1')
    expect(told.paid('m3').refusal({ kind: 'open_case', reportId: 'other', donationId })).toBe('donation.ended')
  })
})

describe('the clock', () => {
  test('stands still while the report is open, and goes on with the time that was left', () => {
    const told = story().members(4).placed().pull().days(10).reports('m1', 'm3→m1').days(50).expire().resolved('keep')
    expect(told.donation('m3→m1').deadlineAt).toBe(Date.parse('2026-02-04T12:00:00Z') + 50 * 86_400_000)
    expect(told.days(20).expire().open()).toContain('m3→m1')
    told.now += 1
    expect(
      told
        .expire()
        .happened('donation.expired')
        .map((event) => event.donorId),
    ).toEqual(['m3'])
  })

  test('a machine’s clock set back while the report was open takes no time from the donor', () => {
    const told = reported()
    const { deadlineAt } = told.donation('m3→m1')
    told.days(-2).resolved('keep')
    expect(told.donation('m3→m1').deadlineAt).toBe(deadlineAt)
  })

  test('runs again after the report has ended: past the moved deadline the donation expires', () => {
    const told = reported().days(5).resolved('keep').days(36).expire()
    expect(told.happened('donation.expired').map(({ donorId }) => donorId)).toContain('m3')
  })

  test('a dismissal starts it again too', () => {
    const told = reported().days(50).does(resolving('REJECTED'))
    expect(told.happened('donation.deadline_moved')).toHaveLength(1)
  })

  test('a donation with a receipt has no clock to move', () => {
    expect(reported().sendsReceipt('m3').days(5).resolved('keep').happened('donation.deadline_moved')).toEqual([])
  })
})

describe('a donor’s own report', () => {
  const DAY = 86_400_000
  const DEADLINE = Date.parse('2026-02-04T12:00:00Z')
  const expiredDonors = (told: Story) =>
    told
      .expire()
      .happened('donation.expired')
      .map(({ donorId }) => donorId)
  /** m3 reports the donation that m3 owes. */
  const own = () => story().members(4).placed().pull().days(10).reports('m3', 'm3→m1')
  const again = (told: Story) =>
    told.refusal({ kind: 'report', reportId: 'second', donationId: told.donationId('m3→m1'), memberId: 'm3' })

  test('stops the deadline for fourteen days and no more: undecided, the donation expires', () => {
    const told = own()
    told.now = DEADLINE + 14 * DAY
    expect(expiredDonors(told)).not.toContain('m3')
    expect(told.refusal({ kind: 'send_receipt', donationId: told.donationId('m3→m1'), memberId: 'm3' })).toBeNull()
    told.now += 1
    expect(told.refusal({ kind: 'send_receipt', donationId: told.donationId('m3→m1'), memberId: 'm3' })).toBe(
      'donation.expired',
    )
    expect(expiredDonors(told)).toContain('m3')
  })

  test('again and again wins a debtor nothing: it is refused while open and when it has ended', () => {
    const told = own()
    expect(again(told)).toBe('donation.already_reported')
    expect(again(told.days(20).resolved('keep'))).toBe('donation.already_reported')
  })

  test('decided late moves the deadline by fourteen days, decided early by the days that it was open', () => {
    expect(own().days(20).resolved('keep').donation('m3→m1').deadlineAt).toBe(DEADLINE + 14 * DAY)
    expect(own().days(3).resolved('keep').donation('m3→m1').deadlineAt).toBe(DEADLINE + 3 * DAY)
  })

  test('past the deadline stops nothing', () => {
    const told = story().members(4).placed().pull()
    told.now = DEADLINE + 1
    expect(expiredDonors(told.reports('m3', 'm3→m1'))).toContain('m3')
  })

  test('stops the clock until it is decided once a receipt was rejected: the donor may have paid', () => {
    const told = own().days(1).sendsReceipt('m3').days(1).rejects('m1', 'm3→m1').days(90)
    expect(expiredDonors(told)).not.toContain('m3')
    expect(told.resolved('keep').donation('m3→m1').deadlineAt).toBe(told.now + 20 * DAY)
  })

  test('did so for fourteen days alone in ledgers from before that was so', () => {
    const told = own().days(1).sendsReceipt('m3').days(1)
    told.does({ kind: 'reject_receipt', donationId: told.donationId('m3→m1'), memberId: 'm1' })
    // Twenty days were left when it was reported, and twelve of the fourteen are still to come.
    told.now += 20 * DAY + 12 * DAY
    expect(expiredDonors(told)).not.toContain('m3')
    told.now += 1
    expect(expiredDonors(told)).toContain('m3')
  })

  test('the receiver’s holds even a deadline that had passed before it', () => {
    const told = story().members(4).placed().pull()
    told.now = DEADLINE + 1
    expect(expiredDonors(told.reports('m1', 'm3→m1'))).not.toContain('m3')
  })

  test('the receiver’s stops it until it is decided', () => {
    const told = reported()
    told.now = DEADLINE + 365 * DAY
    expect(expiredDonors(told)).not.toContain('m3')
  })
})

describe('resolving', () => {
  test.each<[Resolution, string]>([
    ['RESOLVED', 'ended'],
    ['REJECTED', 'ended'],
    ['INVESTIGATING', 'INVESTIGATING'],
    ['NEEDS_MORE_INFO', 'INVESTIGATING'],
  ])('%s leaves the report %s', (resolution, after) => {
    expect(status(reported().does(resolving(resolution)))).toBe(after)
  })

  test('RESOLVED is RESOLVED and REJECTED is DISMISSED', () => {
    const ended = (['RESOLVED', 'REJECTED'] as const).map(
      (resolution) => reported().does(resolving(resolution)).happened('report.ended')[0]!,
    )
    expect(ended.map((event) => event.status)).toEqual(['RESOLVED', 'DISMISSED'])
  })

  test('an ended report is not resolved again, nor moved', () => {
    const told = reported().resolved('keep')
    expect(told.refusal(resolving('RESOLVED'))).toBe('report.ended')
    expect(told.refusal(resolving('INVESTIGATING'))).toBe('report.ended')
    expect(told.refusal({ kind: 'set_report_status', reportId: 'report', status: 'PENDING' })).toBe('report.ended')
  })

  test('only RESOLVED may say what becomes of the donation', () => {
    for (const resolution of ['REJECTED', 'INVESTIGATING', 'NEEDS_MORE_INFO'] as const) {
      expect(reported().refusal(resolving(resolution, 'cancel'))).toBe('report.outcome_not_allowed')
      expect(reported().refusal(resolving(resolution, 'confirm'))).toBe('report.outcome_not_allowed')
    }
  })

  test('keep leaves the donation as it is', () => {
    expect(reported().resolved('keep').open()).toEqual(['m3→m1', 'm4→m1', 'm1→m2', 'm2→m1'])
  })

  test('confirm counts a donation whose receipt the receiver would not confirm', () => {
    const told = reported().sendsReceipt('m3').resolved('confirm')
    expect(told.happened('donation.confirmed')).toHaveLength(1)
    expect(told.balance('m1')).toBe(100)
  })

  test('confirm may complete the level', () => {
    expect(reported().paid('m2', 'm4').sendsReceipt('m3').resolved('confirm').happened('turn.completed')).toHaveLength(
      1,
    )
  })

  test('confirm needs a receipt', () => {
    expect(reported().refusal(resolving('RESOLVED', 'confirm'))).toBe('donation.no_receipt')
  })

  test('cancel ends the donation, receipt or not, and its obligation is matched again with its age', () => {
    const told = reported().sendsReceipt('m3')
    const { id, order } = told.donation('m3→m1')
    told.resolved('cancel')
    expect(told.happened('donation.cancelled').map((event) => event.reason)).toEqual(['report'])
    expect(told.donation('m3→m1')).toMatchObject({ order, status: 'PENDING_PAYMENT', reportId: null })
    expect(told.donationId('m3→m1')).not.toBe(id)
  })

  test('what becomes of a donation that has ended is decided already', () => {
    const told = reported().paid('m3')
    expect(told.refusal(resolving('RESOLVED', 'cancel'))).toBe('donation.ended')
    expect(told.refusal(resolving('RESOLVED', 'keep'))).toBeNull()
  })
})

describe('an appeal', () => {
  type Verdict = { decision: 'UPHELD' | 'CHANGED'; outcome: 'keep' | 'confirm' | 'cancel' }
  const deciding = (told: Story, { decision, outcome }: Verdict, donation = 'm3→m1') =>
    ({
      kind: 'decide_appeal',
      reportId: 'report',
      donationId: told.donationId(donation),
      decision,
      outcome,
    }) as const
  const replacing = (told: Story, outcome: Verdict['outcome']) => deciding(told, { decision: 'CHANGED', outcome })

  test('that leaves the decision as it is changes nothing else, and may say no other outcome', () => {
    const told = reported().sendsReceipt('m3').resolved('keep')
    for (const outcome of ['confirm', 'cancel'] as const)
      expect(told.refusal(deciding(told, { decision: 'UPHELD', outcome }))).toBe('report.outcome_not_allowed')
    const before = told.open()
    told.does(deciding(told, { decision: 'UPHELD', outcome: 'keep' }))
    expect(told.happened('appeal.decided')).toMatchObject([{ reportId: 'report', decision: 'UPHELD', outcome: 'keep' }])
    expect(told.open()).toEqual(before)
  })

  test('may confirm or cancel what is still open', () => {
    const kept = () => reported().sendsReceipt('m3').resolved('keep')
    const confirmed = kept()
    expect(confirmed.does(replacing(confirmed, 'confirm')).happened('donation.confirmed')).toHaveLength(1)
    const cancelled = kept()
    cancelled.does(replacing(cancelled, 'cancel'))
    expect(cancelled.happened('donation.cancelled')).toMatchObject([{ donorId: 'm3', reason: 'report' }])
    // The debt is matched anew at once.
    expect(cancelled.open()).toContain('m3→m1')
  })

  test('changes nothing of a donation that has ended, nor of one about which another case is open', () => {
    const told = reported().sendsReceipt('m3').resolved('keep')
    const given = replacing(told, 'cancel')
    const kept = replacing(told, 'keep')
    told.opensCase('m3→m1')
    expect([told.refusal(given), told.refusal(kept)]).toEqual(['appeal.other_case', null])
    told.resolved('keep', 'case').confirmedFor('m3')
    expect([told.refusal(given), told.refusal(kept)]).toEqual(['appeal.donation_ended', null])
    expect(told.does(kept).happened('appeal.decided')).toHaveLength(1)
  })
})

describe('cancelling what a departed donor sent a receipt for', () => {
  test.each(['left', 'suspended'] as const)(
    'owes nothing again when the donor was %s: what is not paid is cancelled',
    (how) => {
      const told = story()
        .members(4)
        .placed()
        .pull()
        .sendsReceipt('m3')
        .does({ kind: 'depart_member', memberId: 'm3', how })
      told.reports('m1', 'm3→m1').resolved('cancel')
      expect(told.happened('obligation.void').map(({ memberId, reason }) => `${memberId} ${reason}`)).toEqual([
        `m3 ${how}`,
      ])
      expect([...told.open(), ...told.waiting()].filter((name) => name.startsWith('m3'))).toEqual([])
    },
  )

  test('a PULL is not owed again once the place was lost', () => {
    const told = story()
      .members(4)
      .placed()
      .pull()
      .sendsReceipt('m3')
      .remove('m3')
      .reports('m1', 'm3→m1')
      .resolved('cancel')
    expect(told.happened('obligation.void').map((event) => event.reason)).toEqual(['place_lost'])
  })

  test('in a balanced plan the settlement takes its place when more was received', () => {
    const told = story({ plan: presets.rotativo }).members(3).placed().pull().paid('m2').sendsReceipt('m1').leaves('m1')
    expect(told.happened('obligation.owed')).toEqual([])
    told.reports('m2', 'm1→m2').resolved('cancel')
    expect(told.open().filter((name) => name.startsWith('m1'))).toEqual(['m1→m2 SETTLEMENT'])
  })
})

describe('an administrator’s status', () => {
  test.each<[ReportStatus, string]>([
    ['PENDING', 'PENDING'],
    ['INVESTIGATING', 'INVESTIGATING'],
    ['RESOLVED', 'ended'],
    ['DISMISSED', 'ended'],
  ])('%s leaves the report %s, and the donation as it is', (to, after) => {
    const told = reported().does({ kind: 'set_report_status', reportId: 'report', status: to })
    expect(status(told)).toBe(after)
    expect(told.open()).toContain('m3→m1')
  })

  test('that it has already is no change', () => {
    expect(reported().does({ kind: 'set_report_status', reportId: 'report', status: 'PENDING' }).events).toEqual([])
  })

  test('may go back from INVESTIGATING to PENDING', () => {
    const told = reported()
      .does(resolving('INVESTIGATING'))
      .does({ kind: 'set_report_status', reportId: 'report', status: 'PENDING' })
    expect(told.happened('report.status_changed').map((event) => event.status)).toEqual(['PENDING'])
  })
})
