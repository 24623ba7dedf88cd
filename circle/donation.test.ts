import { describe, expect, test } from 'vitest'
import { story } from './testing/story.ts'
import type { Story } from './testing/story.ts'
import { shortPlan } from './testing/walk.ts'

/** m1 receives from m2 and m3, and gives to m2. */
const three = () => story().members(3).placed().pull()
const receipt = (told: Story, donation: string, memberId: string) =>
  told.refusal({ kind: 'send_receipt', donationId: told.donationId(donation), memberId })
const confirmation = (told: Story, donation: string, by: string) =>
  told.refusal({
    kind: 'confirm',
    donationId: told.donationId(donation),
    by: by === 'administration' ? by : { memberId: by },
  })

/** The deadline of every donation made on the story's first day. */
const DEADLINE = '2026-02-04T12:00:00.000Z'
const AFTER = '2026-02-04T12:00:00.001Z'

describe('a receipt', () => {
  test('moves the donation from pending payment to pending confirmation', () => {
    expect(three().sendsReceipt('m3').donation('m3→m1').status).toBe('PENDING_CONFIRMATION')
  })

  test('may be replaced until the confirmation', () => {
    const told = three().sendsReceipt('m3')
    expect(receipt(told, 'm3→m1', 'm3')).toBeNull()
    const donationId = told.donationId('m3→m1')
    expect(told.confirmedFor('m3').refusal({ kind: 'send_receipt', donationId, memberId: 'm3' })).toBe('donation.ended')
  })

  test('may be replaced past the deadline, for it is not late to have paid', () => {
    expect(receipt(three().sendsReceipt('m3').at(AFTER), 'm3→m1', 'm3')).toBeNull()
  })

  test('is sent by the donor only', () => {
    expect(['m1', 'm2', 'stranger'].map((memberId) => receipt(three(), 'm3→m1', memberId))).toEqual(
      Array(3).fill('donation.not_donor'),
    )
  })

  test('is taken at the very instant of the deadline, and refused after it', () => {
    expect(receipt(three().at(DEADLINE), 'm3→m1', 'm3')).toBeNull()
    expect(receipt(three().at(AFTER), 'm3→m1', 'm3')).toBe('donation.expired')
  })
})

const DAY = 86_400_000
const rejection = (told: Story, donation: string, memberId: string) =>
  told.refusal({ kind: 'reject_receipt', donationId: told.donationId(donation), memberId })
const image = (letter: string) => letter.repeat(64)
const sending = (told: Story, donation: string, letter: string) =>
  told.does({
    kind: 'send_receipt',
    donationId: told.donationId(donation),
    memberId: told.donation(donation).donorId,
    image: image(letter),
  })

describe('a replaced receipt', () => {
  test('is an event of its own, with the hash of the new picture', () => {
    const told = sending(three(), 'm3→m1', 'a')
    expect(told.events).toMatchObject([{ kind: 'donation.receipt_sent', image: image('a') }])
    sending(told, 'm3→m1', 'b')
    expect(told.events).toMatchObject([{ kind: 'donation.receipt_replaced', donorId: 'm3', image: image('b') }])
  })
})

describe('what a receipt says', () => {
  const facts = (told: Story) => ({ donationId: told.donationId('m3→m1'), donorId: 'm3' })
  const sends = (told: Story, more: object) =>
    told.does({ kind: 'send_receipt', donationId: told.donationId('m3→m1'), memberId: 'm3', ...more })

  test('is the payment that its donor names, and nothing where none is named', () => {
    const payment = 'b'.repeat(64)
    const named = sends(three(), { image: image('a'), payment })
    expect(named.events).toStrictEqual([{ kind: 'donation.receipt_sent', ...facts(named), payment, image: image('a') }])
    sends(named, { image: image('c') })
    expect(named.events).toStrictEqual([{ kind: 'donation.receipt_replaced', ...facts(named), image: image('c') }])
  })

  test('is that it was sent, each time, in a ledger from before pictures were recorded', () => {
    const told = three()
    for (const _ of ['first', 'again']) {
      sends(told, {})
      expect(told.events).toStrictEqual([{ kind: 'donation.receipt_sent', ...facts(told) }])
    }
  })
})

describe('a donation whose receipt was rejected', () => {
  const rejected = () => three().days(10).sendsReceipt('m3').days(5).rejects('m1', 'm3→m1')
  const cases = (told: Story) => [...told.state.reports.values()].map(({ id: _, reportedAt: __, ...report }) => report)
  const opened = (told: Story) => [
    { donationId: told.donationId('m3→m1'), reporterId: null, status: 'PENDING' as const, holdsMs: null },
  ]
  const decided = (told: Story) => told.resolved('keep', [...told.state.reports.keys()][0])

  test('does not end when its time is over: it becomes a case, once, and the other debts expire as ever', () => {
    const told = rejected().days(40).expire()
    expect(told.open()).toContain('m3→m1')
    expect(told.happened('donation.expired').map(({ donorId }) => donorId)).toEqual(['m2', 'm1'])
    expect(cases(told)).toEqual(opened(told))
    expect(cases(told.days(90).expire())).toEqual(opened(told))
  })

  test('does not end either when its receiver loses the role, the place or the circle, or its donor goes', () => {
    for (const ends of [
      (told: Story) => told.nextReceiver('m1'),
      (told: Story) => told.remove('m1'),
      (told: Story) => told.suspended('m1'),
      (told: Story) => told.remove('m3'),
      (told: Story) => told.suspended('m3'),
    ]) {
      const told = ends(rejected())
      expect(told.happened('donation.cancelled').map(({ donorId }) => donorId)).not.toContain('m3')
      expect(cases(told)).toEqual(opened(told))
    }
  })

  test('keeps the report that it is under already', () => {
    const told = rejected().sendsReceipt('m3').rejects('m1', 'm3→m1').nextReceiver('m1')
    expect(told.open()).toContain('m3→m1')
    expect(cases(told)).toMatchObject([{ reporterId: 'm1' }])
    const own = rejected().reports('m3', 'm3→m1').days(60).expire()
    expect(own.open()).toContain('m3→m1')
    expect(cases(own)).toMatchObject([{ reporterId: 'm3' }])
  })

  test('kept by the decision leaves its donor two days at least, and then ends like any other', () => {
    const told = decided(rejected().days(40).expire().days(3))
    expect(told.donation('m3→m1').deadlineAt).toBe(told.now + 2 * DAY)
    expect(told.days(2).expire().open()).toContain('m3→m1')
    told.now += 1
    expect(told.expire().open()).not.toContain('m3→m1')
  })

  test('that only its case kept open ends with it: nobody pays a receiver whose turn is over', () => {
    const told = decided(rejected().nextReceiver('m1'))
    expect(told.happened('donation.cancelled')).toMatchObject([{ donorId: 'm3', reason: 'receiver_replaced' }])
    expect(told.open()).toContain('m3→m2')
    const gone = decided(rejected().suspended('m3'))
    expect(gone.happened('donation.cancelled')).toMatchObject([{ donorId: 'm3', reason: 'donor_suspended' }])
    expect(gone.waiting().filter((owed) => owed.startsWith('m3'))).toEqual([])
  })

  test('ended by itself in a ledger from before that was so', () => {
    const told = three().days(10).sendsReceipt('m3').days(5)
    told.does({ kind: 'reject_receipt', donationId: told.donationId('m3→m1'), memberId: 'm1' })
    expect(
      told
        .nextReceiver('m1')
        .happened('donation.cancelled')
        .map(({ donorId }) => donorId),
    ).toContain('m3')
  })
})

describe('a rejected receipt', () => {
  /** m3 sends with twenty of the thirty days left, and m1 rejects it five days later. */
  const rejected = () => three().days(10).sendsReceipt('m3').days(5).rejects('m1', 'm3→m1')

  test('makes the donation wait for another, with the time that was left when it was first sent', () => {
    const told = rejected()
    expect(told.donation('m3→m1')).toMatchObject({
      status: 'PENDING_PAYMENT',
      rejections: 1,
      deadlineAt: told.now + 20 * DAY,
    })
    expect(told.happened('donation.receipt_rejected')).toMatchObject([{ receiverId: 'm1', attempt: 1 }])
    expect(told.happened('donation.reported')).toEqual([])
  })

  test('leaves the donor two days at least, also past the deadline', () => {
    const told = three().at(DEADLINE).sendsReceipt('m3').days(40).rejects('m1', 'm3→m1')
    expect(told.donation('m3→m1').deadlineAt).toBe(told.now + 2 * DAY)
    expect(told.days(2).expire().open()).toContain('m3→m1')
    expect(told.happened('donation.reported')).toEqual([])
    told.now += 1
    expect(told.expire().happened('donation.reported')).toMatchObject([{ reporterId: null }])
  })

  test('gives no time for replacing it: the clock stopped when it was first sent', () => {
    const told = three().days(10).sendsReceipt('m3').days(5)
    const { now } = sending(told, 'm3→m1', 'b').rejects('m1', 'm3→m1')
    expect(told.donation('m3→m1').deadlineAt).toBe(now + 20 * DAY)
  })

  test('gives no time for sending it again as before pictures were recorded', () => {
    const told = three().days(10).sendsReceipt('m3').days(5)
    told.does({ kind: 'send_receipt', donationId: told.donationId('m3→m1'), memberId: 'm3' }).rejects('m1', 'm3→m1')
    expect(told.donation('m3→m1').deadlineAt).toBe(told.now + 20 * DAY)
  })

  test('is rejected by the receiver alone', () => {
    const told = three().sendsReceipt('m3')
    expect(['m1', 'm2', 'm3', 'stranger'].map((memberId) => rejection(told, 'm3→m1', memberId))).toEqual([
      null,
      'donation.not_receiver',
      'donation.not_receiver',
      'donation.not_receiver',
    ])
  })

  test('only while it waits: before it came, after it was rejected and after it was confirmed it is refused', () => {
    const told = three()
    const donationId = told.donationId('m3→m1')
    expect(rejection(told, 'm3→m1', 'm1')).toBe('donation.no_receipt')
    told.sendsReceipt('m3').rejects('m1', 'm3→m1')
    expect(rejection(told, 'm3→m1', 'm1')).toBe('donation.receipt_rejected')
    expect(told.paid('m3').refusal({ kind: 'reject_receipt', donationId, memberId: 'm1' })).toBe('donation.ended')
  })

  test('is not confirmed any more, and another one is', () => {
    const told = rejected()
    expect(confirmation(told, 'm3→m1', 'm1')).toBe('donation.receipt_rejected')
    expect(told.paid('m3').balance('m1')).toBe(100)
  })

  test('twice opens a report, which holds the deadline until it is decided', () => {
    const told = rejected().sendsReceipt('m3').rejects('m1', 'm3→m1')
    expect(told.happened('donation.reported')).toMatchObject([{ reporterId: 'm1' }])
    expect(told.donation('m3→m1')).toMatchObject({ rejections: 2, status: 'PENDING_PAYMENT' })
    expect(told.days(365).expire().open()).toContain('m3→m1')
  })

  test('while the report of the second rejection is open nothing is rejected: nobody can reject for ever', () => {
    const told = rejected().sendsReceipt('m3').rejects('m1', 'm3→m1').sendsReceipt('m3')
    expect(rejection(told, 'm3→m1', 'm1')).toBe('donation.report_decides')
    const { id } = [...told.state.reports.values()][0]!
    expect(told.resolved('confirm', id).balance('m1')).toBe(100)
  })

  test('again after that report was decided opens another', () => {
    const told = rejected().sendsReceipt('m3').rejects('m1', 'm3→m1')
    told
      .resolved('keep', [...told.state.reports.keys()][0]!)
      .sendsReceipt('m3')
      .rejects('m1', 'm3→m1')
    expect(told.happened('donation.reported')).toHaveLength(1)
    expect(told.donation('m3→m1').rejections).toBe(3)
  })

  test('opens no second report beside one that is open', () => {
    const told = rejected().reports('m3', 'm3→m1').sendsReceipt('m3').rejects('m1', 'm3→m1')
    expect(told.happened('donation.reported')).toEqual([])
    expect(rejection(told.sendsReceipt('m3'), 'm3→m1', 'm1')).toBe('donation.report_decides')
  })

  test('is left to a report where the donation cannot wait again: the receiver’s turn is over, or the donor has gone', () => {
    const removed = story().members(4).placed().pull().sendsReceipt('m3').remove('m1')
    const left = story().members(4).placed().pull().sendsReceipt('m3').leaves('m3')
    expect([removed, left].map((told) => rejection(told, 'm3→m1', 'm1'))).toEqual([
      'donation.not_returnable',
      'donation.not_returnable',
    ])
  })
})

describe('a confirmation', () => {
  test('is the receiver’s alone', () => {
    const told = three().sendsReceipt('m3')
    expect(['m1', 'm2', 'm3', 'administration'].map((by) => confirmation(told, 'm3→m1', by))).toEqual([
      null,
      'donation.not_receiver',
      'donation.not_receiver',
      'donation.not_receiver',
    ])
  })

  test('needs a receipt', () => {
    expect(confirmation(three(), 'm3→m1', 'm1')).toBe('donation.no_receipt')
  })

  test('counts the money once: what one gave the other received', () => {
    const told = three().paid('m3')
    expect([told.balance('m1'), told.balance('m3')]).toEqual([100, -100])
    expect(told.member('m1').received[1]).toBe(100_00)
    expect(told.member('m3').given[1]).toBe(100_00)
  })

  test('twice is refused, and nothing changes', () => {
    const told = three().sendsReceipt('m3')
    const donationId = told.donationId('m3→m1')
    told.confirmedFor('m3')
    expect(told.refusal({ kind: 'confirm', donationId, by: { memberId: 'm1' } })).toBe('donation.ended')
  })

  test('says when the level is completed, with the last required donation and not before', () => {
    const told = story().members(4).placed().pull().paid('m2', 'm3')
    expect(told.happened('turn.completed')).toEqual([])
    expect(told.paid('m4').happened('turn.completed')).toMatchObject([
      { memberId: 'm1', level: 1, first: true, receivedCents: 300_00 },
    ])
  })

  test('of what goes to the administrative account is the administration’s', () => {
    const told = story({ plan: shortPlan }).members(9).placed()
    while (told.member('m1').n3CompletedAt === null)
      told
        .days(28)
        .pull()
        .everyoneUpgrades()
        .paid(...told.state.members.keys())
    const due = 'm1→administration ADM_N3'
    told.sendsReceipt('m1')
    expect([
      confirmation(told, due, 'm1'),
      confirmation(told, due, 'm2'),
      confirmation(told, due, 'administration'),
    ]).toEqual(['donation.not_receiver', 'donation.not_receiver', null])
  })
})

describe('expiry', () => {
  test('comes past the deadline, not at its instant', () => {
    expect(three().at(DEADLINE).expire().events).toEqual([])
    expect(three().at(AFTER).expire().happened('donation.expired')).toHaveLength(3)
  })

  test('voids a PULL for its period and reopens the receiver’s need', () => {
    const told = three().paid('m2').at(AFTER).expire()
    expect(told.happened('obligation.void').map(({ memberId, reason }) => `${memberId} ${reason}`)).toEqual([
      'm3 period_expired',
      'm1 period_expired',
    ])
    expect([told.open(), told.waiting(), told.turn('m1')]).toEqual([[], [], '1+0 of 3'])
  })

  test('ends the oldest first, also what was given to another receiver meanwhile', () => {
    const told = story().members(7).placed().pull().remove('m1').at(AFTER).expire()
    const donors = told.happened('donation.expired').map(({ donorId }) => donorId)
    expect(donors).toEqual(['m4', 'm5', 'm6', 'm7', 'm2', 'm3'])
  })

  test('sends the donor to the end of N1', () => {
    const told = story().members(4).placed().pull().paid('m4').at(AFTER).expire()
    expect(told.queue()).toBe('1:m1* 2:m2* 3:m4 4:m3')
    expect(told.passed('m3')).toEqual(['m4'])
  })

  test('leaves a donor who is receiving where they stand', () => {
    const told = three().paid('m2', 'm3').at(AFTER).expire()
    expect(told.happened('donation.expired').map((event) => event.donorId)).toEqual(['m1'])
    expect(told.queue()).toBe('1:m1* 2:m2* 3:m3')
  })

  test('returns any other obligation to its list, overdue and with its age, and it is matched again', () => {
    const told = story({ plan: shortPlan }).members(4).placed().pull().everyonePays().upgrades('m1')
    const { order, id, receiverId } = told.donation('m1→m2 CASCADE_N1')
    told.days(31).pull().expire()
    const again = told.donation('m1→m2 CASCADE_N1')
    expect(again).toMatchObject({
      order,
      receiverId,
      status: 'PENDING_PAYMENT',
      deadlineAt: told.now + 30 * 86_400_000,
    })
    expect(again.id).not.toBe(id)
    expect(told.isOverdue('m1')).toBe(true)
    expect(told.open().filter((name) => name.startsWith('m1'))).toEqual([
      'm1→m2 CASCADE_N1',
      expect.stringMatching(/^m1→m\d$/),
    ])
  })

  test('never comes to a donation with a receipt', () => {
    const told = three().sendsReceipt('m3').days(365).expire()
    expect(told.open()).toEqual(['m3→m1 sent'])
    expect(confirmation(told, 'm3→m1', 'm1')).toBeNull()
  })

  test('waits while a report is open', () => {
    const told = three().reports('m1', 'm3→m1').days(365).expire()
    expect(told.open()).toEqual(['m3→m1'])
    expect(receipt(told, 'm3→m1', 'm3')).toBeNull()
  })

  test('with nothing due changes nothing', () => {
    expect(three().expire().events).toEqual([])
  })
})

describe('release', () => {
  test('cancels the unpaid donation and returns the obligation to its list with its age', () => {
    const told = story().members(4).placed().pull()
    const { order } = told.donation('m3→m1')
    told.remove('m1')
    expect(told.donation('m3→m2').order).toBe(order)
    expect(told.isOverdue('m3')).toBe(false)
  })

  test('leaves a donation whose receipt was sent: money has moved and a person decides', () => {
    const told = story().members(4).placed().pull().sendsReceipt('m3').remove('m1')
    expect(told.open()).toContain('m3→m1 sent')
    expect(confirmation(told, 'm3→m1', 'm1')).toBeNull()
  })

  test('gives the new donation a new deadline', () => {
    const told = story().members(4).placed().pull().days(20).remove('m1')
    expect(told.donation('m3→m2').deadlineAt).toBe(told.now + 30 * 86_400_000)
    expect(told.days(11).expire().open()).toContain('m3→m2')
  })
})

describe('a decision', () => {
  test('leaves the state it was given as it was', () => {
    const told = story().members(5).placed().pull().paid('m3')
    const { state } = told
    const before = structuredClone(state)
    told.remove('m1').days(31).expire().pull()
    expect(state).toEqual(before)
  })
})
