import { expect, test } from 'vitest'
import { checkWords } from './case-records.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { mayRecord } from './records.ts'
import { RULES } from './rules.ts'

type Line = readonly [kind: string, actorId: string | null, payload: Record<string, unknown>]

const matched: Line = [
  'donation.matched',
  'adm',
  { donationId: 'd', donorId: 'ana', receiverId: 'bia', amountCents: 1 },
]
const moved: Line = [COMMAND_KIND, 'adm', { command: { kind: 'move' } }]
const said = (actorId: string | null, what: string, donationId = 'd'): Line => [
  'case.words',
  actorId,
  { donationId, what },
]
const because = (actorId: string | null, change: string): Line => ['queue.reason', actorId, { change }]

const faultsOf = (...lines: Line[]) =>
  checkWords(
    lines.map(([kind, actor_id, payload], index) => ({ seq: index + 1, kind, actor_id, payload }) as LedgerEntry),
  ).map(({ code, seq }) => `${code} ${seq}`)

test('words of a case are of its parties, and its decision of whoever decides', () => {
  const honest = [said('ana', 'statement'), said('bia', 'appeal'), said('adm', 'decision'), said(null, 'decision')]
  expect(faultsOf(matched, ...honest)).toEqual([])
})

test('a statement written by an administrator, another member, a job or in no donation is found', () => {
  const lies = [
    said('adm', 'statement'),
    said('caio', 'appeal'),
    said(null, 'statement'),
    said('ana', 'statement', 'x'),
  ]
  expect(faultsOf(matched, ...lies)).toEqual([2, 3, 4, 5].map((seq) => `words.stranger ${seq}`))
})

test('the reason of a change is of whoever made it, and of no change that does not exist', () => {
  expect(faultsOf(matched, moved, because('adm', '2'))).toEqual([])
  const lies = [because('caio', '2'), because('adm', '1'), because('adm', '9')]
  expect(faultsOf(matched, moved, ...lies)).toEqual([3, 4, 5].map((seq) => `words.other_change ${seq}`))
})

test('where devices sign, a reason is of whoever reported, and an appeal’s of whoever appealed, once each', () => {
  const founded: Line = [COMMAND_KIND, 'adm', { command: { kind: 'create_circle', mode: 'real', rules: RULES } }]
  const reported: Line = ['donation.reported', 'ana', { donationId: 'd', reportId: 'r' }]
  const appealed: Line = ['case.appealed', 'bia', { donationId: 'd', reportId: 'r' }]
  const of = (actorId: string, what: string, reportId = 'r'): Line => [
    'case.words',
    actorId,
    { donationId: 'd', reportId, what },
  ]
  const honest = [founded, matched, reported, of('ana', 'reason'), appealed, of('bia', 'appeal')]
  expect(faultsOf(...honest)).toEqual([])
  const lies = [of('ana', 'reason'), of('ana', 'reason', 's'), of('bia', 'appeal')]
  expect(faultsOf(...honest, ...lies)).toEqual([7, 8, 9].map((seq) => `words.unsaid ${seq}`))
  expect(faultsOf(founded, matched, reported, of('bia', 'reason'))).toEqual(['words.unsaid 4'])
  expect(faultsOf(matched, of('bia', 'reason'))).toEqual([])
})

test('an objection is made, and withdrawn, by nobody but its own member', () => {
  for (const kind of ['approval.objected', 'approval.objection_withdrawn'] as const)
    expect(['ana', 'adm', null].map((actorId) => mayRecord(kind, actorId, { memberId: 'ana' }))).toEqual([
      true,
      false,
      false,
    ])
})
