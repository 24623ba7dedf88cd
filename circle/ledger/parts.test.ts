import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openLedgerBooks } from './books.ts'
import { checkPixIds } from './pix-ids.ts'
import { movementOf, sumOf } from '#circle/statement.ts'
import type { CircleEvent } from '#circle/state.ts'
import { chained } from '#circle/testing/ledger.ts'
import { owingRoda } from '#circle/testing/signed-ledger.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** m2 pays m1 R$ 40 and then R$ 60 of R$ 100; each receipt names its payment. */
function inTwoParts(payments = ['a', 'b']): CircleEvent[] {
  const { does, events, donationId } = owingRoda()
  for (const [index, cents] of [4_000, 6_000].entries()) {
    const payment = payments[index]!.repeat(64)
    does({ kind: 'send_receipt', donationId, memberId: 'm2', image: 'c'.repeat(64), payment, cents })
    does({ kind: 'confirm', donationId, by: { memberId: 'm1' }, cents })
  }
  return events
}

/** The faults of the books over events, of which some were changed. */
function booksOf(events: readonly CircleEvent[], change: (event: CircleEvent) => object = (event) => event) {
  const books = openLedgerBooks()
  const faults = events.flatMap((event, seq) => {
    const { kind, ...payload } = { ...event, ...change(event) }
    return books.record(seq + 1, kind, payload) ?? []
  })
  return { faults, money: books.money(), own: books.own('m2') }
}

describe('the verifier’s books of a donation in parts', () => {
  test('count each part once, for both, and know what of it is still open', () => {
    const events = inTwoParts()
    const { faults, money, own } = booksOf(events)
    expect([faults, money.givenCents, money.receivedCents]).toEqual([[], 10_000, 10_000])
    expect(own.donations[0]).toMatchObject({ amountCents: 10_000, paidCents: 4_000, status: 'confirmed' })
    const half = booksOf(events.slice(0, events.findIndex(({ kind }) => kind === 'donation.part_confirmed') + 1))
    expect([half.money.givenCents, half.money.openCents]).toEqual([4_000, 26_000])
  })

  test('find a part that is not its receipt’s, parts above the amount, and a rest that is not what was left', () => {
    const changed = (of: CircleEvent['kind'], cents: number | undefined) =>
      booksOf(inTwoParts(), ({ kind }) => (kind === of ? { cents } : {})).faults[0]
    expect(changed('donation.part_confirmed', 5_000)).toBe('books.part_sum')
    expect(changed('donation.receipt_sent', 10_001)).toBe('books.part_sum')
    expect(changed('donation.confirmed', 6_001)).toBe('books.part_sum')
    expect(changed('donation.confirmed', undefined)).toBe('books.part_sum')
    expect(changed('donation.part_confirmed', -1)).toBe('books.unreadable')
  })

  test('are what a statement sums up: the part, and then the rest', () => {
    const movements = chained('circle', inTwoParts(), sha256).flatMap((entry) => movementOf(entry) ?? [])
    expect([movements.map(({ amountCents }) => amountCents), sumOf(movements)]).toEqual([[4_000, 6_000], 10_000])
  })
})

test('one PIX transaction pays one part', () => {
  const faultsOf = (payments: string[]) => checkPixIds(chained('circle', inTwoParts(payments), sha256))
  expect(faultsOf(['a', 'b'])).toEqual([])
  expect(faultsOf(['a', 'a'])).toMatchObject([{ code: 'payment.reused' }])
})
