import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { isByStatusAlone, whereOf } from './donation-filter.ts'
import type { DonationFilter } from './donation-filter.ts'

const CIRCLE = '01234567-89ab-7def-8123-000000000000'
const [ANA, BIA] = ['01234567-89ab-7def-8123-000000000001', '01234567-89ab-7def-8123-000000000002'] as const

/** The condition of a filter as it is asked, without the circle that each has first. */
function asked(filter: DonationFilter) {
  const where = whereOf(CIRCLE, filter)
  if (where === null) return null
  const { sql, params } = new PgDialect().sqlToQuery(where)
  expect(params[0]).toBe(CIRCLE)
  return [
    sql
      .replaceAll('"donations".', '')
      .replace(/^\(?"circle_id" = \$1( and )?/, '')
      .replace(/\)$/, ''),
    ...params.slice(1),
  ]
}

test('a group of statuses is written as its index is, in whichever order and however often it is named', () => {
  expect(asked({})).toEqual([''])
  const pending = [`"status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`]
  expect(asked({ status: ['PENDING_PAYMENT', 'PENDING_CONFIRMATION'] })).toEqual(pending)
  expect(asked({ status: ['PENDING_CONFIRMATION', 'PENDING_PAYMENT', 'PENDING_CONFIRMATION'] })).toEqual(pending)
  expect(asked({ status: ['CONFIRMED'] })).toEqual([`"status" = 'CONFIRMED'`])
  expect(asked({ status: ['CANCELLED', 'EXPIRED'] })).toEqual([`"status" in ('EXPIRED', 'CANCELLED')`])
  expect(asked({ status: ['EXPIRED', 'CONFIRMED'] })).toEqual(['"status" in ($2, $3)', 'EXPIRED', 'CONFIRMED'])
  expect(asked({ status: ['EXPIRED'] })).toEqual(['"status" in ($2)', 'EXPIRED'])
})

test('every other filter is a condition of its own', () => {
  expect(asked({ donorId: ANA })).toEqual(['"donor_id" = $2', ANA])
  expect(asked({ receiverId: ANA })).toEqual(['"receiver_id" = $2', ANA])
  expect(asked({ id: ANA })).toEqual(['"id" = $2', ANA])
  expect(asked({ people: [ANA, BIA] })).toEqual([
    '("donor_id" in ($2, $3) or "receiver_id" in ($4, $5))',
    ANA,
    BIA,
    ANA,
    BIA,
  ])
  const days = asked({ dateFrom: '2026-11-01', dateTo: '2026-11-02' })
  expect(days).toEqual([
    '"created_at" >= $2 and "created_at" < $3',
    '2026-11-01T03:00:00.000Z',
    '2026-11-03T03:00:00.000Z',
  ])
  const sums = asked({ minAmount: 0.5, maxAmount: 100 })
  expect(sums).toEqual(['"amount_cents" >= $2 and "amount_cents" <= $3', 50, 10_000])
  expect(asked({ type: 'PULL' })).toEqual(['"type" = $2', 'PULL'])
})

test('what nothing can match is not asked: an id that is none, and nobody of that name', () => {
  for (const filter of [{ donorId: 'x' }, { receiverId: 'x' }, { id: 'x' }, { id: ANA, donorId: 'x' }, { people: [] }])
    expect(asked(filter), JSON.stringify(filter)).toBeNull()
})

test('the counters know how many there are where nothing but the status is asked', () => {
  expect(isByStatusAlone({})).toBe(true)
  expect(isByStatusAlone({ status: ['CONFIRMED'], type: undefined, people: undefined })).toBe(true)
  expect(isByStatusAlone({ status: ['CONFIRMED'], type: 'PULL' })).toBe(false)
  expect(isByStatusAlone({ people: [] })).toBe(false)
})
