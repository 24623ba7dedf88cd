import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { beginningText } from '#circle/committed-texts.ts'
import { openBeginnings } from './beginnings.ts'
import { openLedgerBooks } from './books.ts'
import type { LedgerEntry } from './entry.ts'
import { faultsOf as faultsRead } from './faults-of.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const ROWS = [
  { memberId: 'ana', givenCents: 0, receivedCents: 200 },
  { memberId: 'bia', givenCents: 100, receivedCents: 0 },
  { memberId: 'caio', givenCents: 100, receivedCents: 0 },
] as const

type Line = readonly [kind: string, payload: Record<string, unknown>]
const accepted = (turn: number, row: (typeof ROWS)[number] = ROWS[turn - 1]!, signature: object | null = {}): Line => [
  'beginning.accepted',
  { memberId: row.memberId, hash: sha256(beginningText('c', turn, row)), ...(signature ? { signature } : {}) },
]
const all: Line[] = [accepted(1), accepted(2), accepted(3)]
const brought = (rows: readonly object[] = ROWS): Line => ['command', { command: { kind: 'bring_in', rows } }]
const faultsOf = (...lines: Line[]) =>
  faultsRead(
    lines.map(([kind, payload], index) => ({ seq: index + 1, kind, payload }) as unknown as LedgerEntry),
    openBeginnings('c', sha256).read,
  )

test('a roda that comes in is right when each of its people signed the very row that they have in it', () => {
  expect(faultsOf(...all, brought())).toEqual([])
  // A row of before does not matter once another was accepted.
  expect(faultsOf(accepted(1, { ...ROWS[0], givenCents: 100 } as never), ...all, brought())).toEqual([])
})

test.each<[string, Line[], string]>([
  ['somebody did not accept', [...all.slice(1), brought()], 'beginning.unaccepted'],
  [
    'a cent of a row changed since',
    [...all, brought([...ROWS.slice(0, 2), { ...ROWS[2], givenCents: 101 }])],
    'beginning.unaccepted',
  ],
  ['two turns were exchanged since', [...all, brought([ROWS[1], ROWS[0], ROWS[2]])], 'beginning.unaccepted'],
  [
    'somebody was added',
    [...all, brought([...ROWS, { memberId: 'davi', givenCents: 0, receivedCents: 0 }])],
    'beginning.unaccepted',
  ],
  [
    'somebody said since that it is wrong',
    [...all, ['beginning.contested', { memberId: 'bia', hash: sha256('') }], brought()],
    'beginning.unaccepted',
  ],
])('it is named where %s', (_, lines, code) => {
  expect(faultsOf(...lines)).toEqual([{ code, seq: lines.length }])
})

test('an acceptance without its device’s signature is named, and counts for nothing', () => {
  const lines = [accepted(1, ROWS[0], null), ...all.slice(1), brought()]
  expect(faultsOf(...lines).map(({ code }) => code)).toEqual(['beginning.unsigned', 'beginning.unaccepted'])
})

test('the books open with the sums of before, and take no cent that was not given', () => {
  const event = (places: readonly unknown[]) => {
    const books = openLedgerBooks()
    books.record(1, 'circle.created', {})
    return { fault: books.record(2, 'circle.brought_in', { level: 1, places }), books }
  }
  const { fault, books } = event(ROWS)
  expect(fault).toBeNull()
  expect(books.money()).toMatchObject({ givenCents: 200, receivedCents: 200 })
  expect(books.own('bia')).toMatchObject({
    givenCents: 100,
    receivedCents: 0,
    brought: { givenCents: 100, receivedCents: 0 },
  })
  expect(event([...ROWS.slice(0, 2), { ...ROWS[2], givenCents: 101 }]).fault).toBe('books.not_conserved')
  expect(event([{ ...ROWS[0], givenCents: -200, receivedCents: -200 }]).fault).toBe('books.unreadable')
  expect(event([]).fault).toBe('books.not_conserved')
})
