import { expect, test } from 'vitest'
import { openLedgerBooks } from './books.ts'
import { actOf } from './signed-act.ts'
import { shapeOf } from './act-kinds.ts'

const created = { mode: 'real', plan: {} }
const owed = (obligationId: string, share?: unknown, period = '2026-11') => ({
  obligationId,
  memberId: 'ana',
  type: 'PULL',
  amountCents: 10_000,
  target: 1,
  period,
  order: 1,
  ...(share === undefined ? {} : { share }),
})

/** The faults of entries after a circle was created, in order. */
function faultsOf(...entries: readonly (readonly [kind: string, payload: object])[]) {
  const books = openLedgerBooks()
  books.record(1, 'circle.created', created)
  return entries.map(([kind, payload], index) => books.record(index + 2, kind, payload as Record<string, unknown>))
}

test('a member is asked for as many contributions a month as they took places, and for each once', () => {
  const taken = ['shares.taken', { memberId: 'ana', shares: 2 }] as const
  const second = 'books.second_pull'
  expect(faultsOf(['obligation.owed', owed('a')], ['obligation.owed', owed('b', 2)])).toEqual([null, second])
  expect(
    faultsOf(
      taken,
      ['obligation.owed', owed('a')],
      ['obligation.owed', owed('b', 2)],
      ['obligation.owed', owed('c', 2)],
      ['obligation.owed', owed('d', 3)],
      ['obligation.owed', owed('e', 2, '2026-12')],
    ),
  ).toEqual([null, null, null, second, second, null])
  for (const odd of [0, -1, 1.5, '2', null, true])
    expect(faultsOf(taken, ['obligation.owed', owed('a', odd)])[1]).toBe(second)
})

test('how many places are taken is signed by the member’s device, and demanded of it', () => {
  const taking = { kind: 'take_shares', memberId: 'ana', shares: 2 } as const
  expect(actOf(taking, 'ana')).toEqual({ act: 'take_shares', memberId: 'ana', donationId: null, level: 2 })
  expect(shapeOf('take_shares').isDemanded).toBe(true)
})

test('a month ahead that is counted for another takes the place of that one, and its own month is asked for', () => {
  const ahead = { ...owed('a', undefined, '2026-12'), ahead: true }
  const counted = { obligationId: 'a', memberId: 'ana', level: 1, period: '2026-11' }
  const faults = faultsOf(
    ['obligation.owed', ahead],
    ['contribution.counted', counted],
    ['obligation.owed', owed('b')],
    ['obligation.owed', owed('c', undefined, '2026-12')],
    ['obligation.owed', owed('d', undefined, '2026-12')],
  )
  expect(faults).toEqual([null, null, 'books.second_pull', null, 'books.second_pull'])
})
