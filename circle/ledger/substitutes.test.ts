import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { LedgerEntry } from './entry.ts'
import { faultsOf as faultsRead } from './faults-of.ts'
import { openSubstitutes, SUBSTITUTE_ASK_MS, substituteText } from './substitutes.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 10)
const of = { substituteId: 's', memberId: 'ana', newcomerId: 'gil', givenCents: 30_000, receivedCents: 0 }
const hash = sha256(substituteText(of))

type Line = readonly [kind: string, payload: Record<string, unknown>, actor: string | null, day?: number]
const asked = (change: object = {}): Line => [
  'substitute.asked',
  {
    substituteId: 's',
    memberId: 'ana',
    subjectId: 'gil',
    given: '30000',
    received: '0',
    hash,
    signature: { key: 'phone' },
    ...change,
  },
  'ana',
]
const accepted = (change: object = {}, day = 1): Line => [
  'substitute.accepted',
  { substituteId: 's', memberId: 'gil', hash, signature: { key: 'new' }, ...change },
  'gil',
  day,
]
const done = (change: object = {}, actor: string | null = 'olga', day = 2): Line => [
  'command',
  { command: { kind: 'hand_over', ...of, ...change } },
  actor,
  day,
]
const ended = (by: string): Line => ['substitute.ended', { substituteId: 's', memberId: by }, by, 1]
const removed = (memberId: string, keyId: string): Line => ['member.key_removed', { memberId, keyId }, memberId, 1]
const entriesOf = (lines: readonly Line[]) =>
  lines.map(([kind, payload, actor_id, day = 0], index) => {
    const at = new Date(START + day * DAY_MS).toISOString()
    return { seq: index + 1, at, kind, payload, actor_id } as unknown as LedgerEntry
  })
const faultsOf = (...lines: Line[]) =>
  faultsRead(entriesOf(lines), openSubstitutes(sha256).read).map(({ code }) => code)

test('a place is rightly handed over when one asked, the newcomer accepted, each signed, and a third decided', () => {
  expect(faultsOf(asked(), accepted(), done())).toEqual([])
})

test.each([
  ['nobody asked', [accepted(), done()], ['substitute.unasked', 'substitute.unasked']],
  ['the newcomer did not accept', [asked(), done()], ['substitute.unasked']],
  ['it went to somebody else', [asked(), accepted(), done({ newcomerId: 'eva' })], ['substitute.unasked']],
  ['the sums are others', [asked(), accepted(), done({ givenCents: 20_000 })], ['substitute.unasked']],
  [
    'somebody else accepted',
    [asked(), accepted({ memberId: 'eva' }), done()],
    ['substitute.unasked', 'substitute.unasked'],
  ],
  [
    'other sums were accepted',
    [asked(), accepted({ hash: 'x' }), done()],
    ['substitute.unasked', 'substitute.unasked'],
  ],
  ['it was taken back', [asked(), accepted(), ended('ana'), done()], ['substitute.unasked']],
  [
    'the device that asked was taken away',
    [asked(), accepted(), removed('ana', 'phone'), done()],
    ['substitute.unasked'],
  ],
  ['the one that accepted was', [asked(), accepted(), removed('gil', 'new'), done()], ['substitute.unasked']],
  ['it is a week old', [asked(), accepted(), done({}, 'olga', 8)], ['substitute.unasked']],
  ['it was done before', [asked(), accepted(), done(), done()], ['substitute.unasked']],
  ['what is signed is not what stands there', [asked({ given: '20000' })], ['substitute.unasked']],
  ['the request has no signature', [asked({ signature: undefined })], ['substitute.unsigned']],
  ['the acceptance has no signature', [asked(), accepted({ signature: undefined })], ['substitute.unsigned']],
  ['who leaves decided it', [asked(), accepted(), done({}, 'ana')], ['substitute.undecided']],
  ['who comes decided it', [asked(), accepted(), done({}, 'gil')], ['substitute.undecided']],
  ['nobody decided it', [asked(), accepted(), done({}, null)], ['substitute.undecided']],
] as [string, Line[], string[]][])('and is found where %s', (_, lines, codes) => {
  expect(faultsOf(...lines)).toEqual(codes)
})

test('a request stands for a week, and a stranger does not end it', () => {
  const substitutes = openSubstitutes(sha256)
  for (const entry of entriesOf([asked(), accepted(), ended('eva')])) substitutes.read(entry)
  expect(substitutes.standing(START + SUBSTITUTE_ASK_MS)).toMatchObject([{ ...of, isAccepted: true }])
  expect(substitutes.standing(START + SUBSTITUTE_ASK_MS + 1)).toEqual([])
})
