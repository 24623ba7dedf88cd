import { expect, test } from 'vitest'
import { checkPixIds } from './pix-ids.ts'

const [A, B] = ['a', 'b'].map((letter) => letter.repeat(64))

type Receipt = readonly [donationId: string, payment?: string | undefined, kind?: string]

const found = (...receipts: Receipt[]) =>
  checkPixIds(
    receipts.map(([donationId, payment, kind = 'donation.receipt_sent'], index) => ({
      seq: index + 1,
      at: '2026-11-22T12:00:00.000Z',
      actor_id: 'm1',
      kind,
      payload: { donationId, donorId: 'm1', ...(payment === undefined ? {} : { payment }) },
      previous_hash: '',
      hash: '',
    })),
  )

test('one PIX transaction on the receipts of two donations is found each time, with the donation that had it first', () => {
  expect(found(['first', A], ['second', B], ['second', A, 'donation.receipt_replaced'], ['third', A])).toEqual([
    { code: 'payment.reused', seq: 3, id: 'first' },
    { code: 'payment.reused', seq: 4, id: 'first' },
  ])
})

test('a donation may name its own transaction again, and most receipts name none', () => {
  expect(found(['first', A], ['first', A], ['first', A, 'donation.receipt_replaced'], ['second'], ['third'])).toEqual(
    [],
  )
})
