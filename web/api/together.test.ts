import { expect, test } from 'vitest'
import { eachOf, paidTogether, together } from './together.ts'
import type { Ended, Single } from './together.ts'

const one = (id: string, changed: Partial<Single> = {}) =>
  ({
    id,
    type: 'PULL',
    status: 'PENDING_PAYMENT',
    amount: 100.1,
    missing: 100.1,
    donorId: 'ana',
    receiverId: 'bia',
    receiver: { pixKey: 'bia@vila.example' },
    createdAt: '2026-12-01T12:00:00.000Z',
    waiting: false,
    parts: [],
    rejections: [],
    receipt_amount: null,
    allowed: ['send_receipt', 'pay_part'],
    ...changed,
  }) as unknown as Single

test('contributions of one month from one person to another are one, with the sum to the cent and no part', () => {
  const [sum, other] = together([one('a'), one('other', { receiverId: 'caio' }), one('b')])
  expect(sum).toMatchObject({ id: 'b', amount: 200.2, missing: 200.2, allowed: ['send_receipt'] })
  expect(eachOf(sum!).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(other).toEqual(one('other', { receiverId: 'caio' }))
})

test('one that stands twice in an answer is one: nobody is asked to pay its sum again', () => {
  expect(together([one('a'), one('a')])).toEqual([one('a')])
  expect(together([one('a'), one('b'), one('b'), one('a')])).toMatchObject([{ missing: 200.2 }])
  const paid = { ...one('a'), payment_id: 'a' } as Ended
  expect(paidTogether([paid, paid])).toMatchObject([{ amount: 100.1 }])
})

test('where an act came to some alone, those that are behind are one under the id of before, and may have been paid already', () => {
  const sent = { status: 'PENDING_CONFIRMATION' } as const
  const [before] = together([one('a'), one('b'), one('c')])
  const [came, rest] = together([one('a', sent), one('b'), one('c')])
  expect(came).toEqual(one('a', sent))
  expect(rest).toMatchObject({ id: before!.id, status: 'PENDING_PAYMENT', missing: 200.2, isHalfSent: true })
  expect(together([one('a', sent), one('b', sent)])).toMatchObject([{ id: 'b', ...sent, amount: 200.2 }])
  // The day for which it was scheduled ends with the receipt.
  expect(together([one('a', sent), one('b', { scheduled_for: '2026-12-10' })])[1]).toMatchObject({ isHalfSent: true })
  for (const other of [one('b', { createdAt: '2027-01-01T12:00:00.000Z' }), one('b', { receiverId: 'caio' })])
    expect(together([one('a', sent), other])[1]).toEqual(other)
})

test.each<[string, Partial<Single>]>([
  ['another month', { createdAt: '2027-01-01T12:00:00.000Z' }],
  ['another key', { receiver: { pixKey: 'outra' } as Single['receiver'] }],
  ['a case', { is_reported: true }],
  ['a deadline that passed', { overdue: true }],
  ['a part that was paid', { receipt_amount: 40 }],
  ['no receiver yet', { waiting: true }],
  ['a scheduled payment', { scheduled_for: '2026-12-10' }],
])('what is not the same of both stays by itself: %s', (_, changed) => {
  expect(together([one('a'), one('b', changed)])).toHaveLength(2)
})

test('what one receipt paid is one line of the history, with the sum to the cent', () => {
  const ended = [
    ['a', 'a'],
    ['b', 'b'],
    ['c', 'a'],
  ].map(([id, payment_id]) => ({ ...one(id!), payment_id }) as Ended)
  expect(paidTogether(ended).map(({ id, amount, each }) => [id, amount, each.length])).toEqual([
    ['a', 200.2, 2],
    ['b', 100.1, 1],
  ])
})
