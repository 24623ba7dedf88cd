import { describe, expect, test } from 'vitest'
import { evolve } from './evolve.ts'
import { rodaPlan } from './plan.ts'
import type { CircleEvent } from './state.ts'
import { story } from './testing/story.ts'

const roda = () =>
  story({ plan: rodaPlan({ amountCents: 10_000, months: 3 }) })
    .members(4)
    .placed()
const aheadOf = (told: ReturnType<typeof roda>, memberId: string) =>
  told.member(memberId).ahead.map(({ period }) => period)
const pulledFor = ({ state }: ReturnType<typeof roda>) => [state.pulledPeriod, [...state.pulled].toSorted()]

describe('a month ahead', () => {
  test('is not asked for yet: neither is its month the present one, nor its member among those asked', () => {
    const told = roda().pull()
    const before = pulledFor(told)
    told.does({ kind: 'pay_ahead', memberId: 'm3', receiverId: 'm2' })
    expect(pulledFor(told)).toEqual(before)
    expect(aheadOf(told, 'm3')).toEqual(['2026-02'])
  })

  test('is taken off alone as its month is asked for, and is ahead no more while it is unpaid', () => {
    const told = roda().pull()
    told.does({ kind: 'pay_ahead', memberId: 'm4', receiverId: 'm2' })
    told.does({ kind: 'pay_ahead', memberId: 'm4', receiverId: 'm3' })
    expect(aheadOf(told, 'm4')).toEqual(['2026-02', '2026-03'])
    told.days(31).pull()
    expect(aheadOf(told, 'm4')).toEqual(['2026-03'])
    const own = [...told.state.obligations.values()].filter(({ memberId }) => memberId === 'm4')
    expect(own.map(({ period, isAhead }) => [period, isAhead])).toEqual([
      ['2026-01', false],
      ['2026-02', false],
      ['2026-03', true],
    ])
  })

  test('is forgotten with its debt, and nobody else’s with it', () => {
    const told = roda().pull()
    for (const memberId of ['m3', 'm4']) told.does({ kind: 'pay_ahead', memberId, receiverId: 'm2' })
    const [own] = told.member('m3').ahead
    const { type, amountCents, target } = told.state.obligations.get(own!.obligationId)!
    const gone = { kind: 'obligation.void', obligationId: own!.obligationId, memberId: 'm3', type, amountCents, target }
    const { members } = evolve(told.state, { ...gone, reason: 'left' } as CircleEvent, told.now)
    expect([members.get('m3')!.ahead.length, members.get('m4')!.ahead.length]).toEqual([0, 1])
  })
})

test('who came back behind a month’s asking is asked with its next pull, though they were asked the month before', () => {
  const told = roda().pull().everyonePays().remove('m4').days(31).pull()
  expect(pulledFor(told)).toEqual(['2026-02', ['1:m1', '1:m2', '1:m3']])
  expect(told.place('m4').pull().happened('obligation.owed')).toMatchObject([{ memberId: 'm4', period: '2026-02' }])
})

describe('a donation', () => {
  test('whose receipt is told twice has the time that was left at the first', () => {
    const told = roda().pull()
    const donationId = told.donationId('m2→m1')
    const sent = { kind: 'donation.receipt_sent', donationId } as CircleEvent
    const once = evolve(told.state, sent, told.now + 1000)
    const twice = evolve(once, sent, told.now + 9000)
    const left = once.donations.get(donationId)!.leftMs
    expect(left).toBe(told.donation('m2→m1').deadlineAt - told.now - 1000)
    expect(twice.donations.get(donationId)!.leftMs).toBe(left)
  })

  test('adds up what came of it in parts', () => {
    const told = roda().pull()
    const { donorId, receiverId } = told.donation('m2→m1')
    for (const cents of [3_000, 2_000]) {
      const part = { donationId: told.donationId('m2→m1'), cents }
      told.does({ kind: 'send_receipt', memberId: donorId, ...part })
      told.does({ kind: 'confirm', by: { memberId: receiverId! }, ...part })
    }
    const { obligationId } = told.donation('m2→m1')
    expect(told.state.obligations.get(obligationId)).toMatchObject({ amountCents: 5_000, paidCents: 5_000 })
  })

  test('of which a part came does not end by itself after a rejection either, though its ledger does not say that it stays', () => {
    const told = roda().pull()
    const part = { donationId: told.donationId('m2→m1'), cents: 3_000 }
    told.does({ kind: 'send_receipt', memberId: 'm2', ...part })
    told.does({ kind: 'confirm', by: { memberId: 'm1' }, ...part })
    told.does({ kind: 'send_receipt', memberId: 'm2', ...part })
    told.does({ kind: 'reject_receipt', donationId: part.donationId, memberId: 'm1' })
    expect(told.donation('m2→m1').isUndecided).toBe(true)
  })

  test('that expires is overdue where it was no month’s contribution', () => {
    const told = roda().pull()
    const { id, obligationId, turnId, ...facts } = told.donation('m2→m1')
    const expires = (type: string) => {
      const event = { kind: 'donation.expired', donationId: id, obligationId, turnId, ...facts, type } as CircleEvent
      const { obligations, donations, turns } = evolve(told.state, event, told.now)
      const { status, overdue } = obligations.get(obligationId)!
      return [status, overdue, donations.has(id), turns.get(turnId!)!.open]
    }
    expect(expires('PULL')).toEqual(['waiting', false, false, 2])
    expect(expires('UPGRADE_N2')).toEqual(['waiting', true, false, 2])
  })

  test('to the administration is given, and received by no member', () => {
    const told = roda().pull()
    const { id, obligationId, ...facts } = told.donation('m2→m1')
    const event = { kind: 'donation.confirmed', donationId: id, obligationId, ...facts, turnId: null }
    const confirmed = { ...event, receiverId: null, target: 'administration' } as CircleEvent
    const { members } = evolve(told.state, confirmed, told.now)
    expect(members.get('m2')!.given).toMatchObject({ 1: 0, administration: 10_000 })
    expect([...members.values()].map(({ received }) => received[1])).toEqual([0, 0, 0, 0])
  })
})
