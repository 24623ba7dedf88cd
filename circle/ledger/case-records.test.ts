import { expect, test } from 'vitest'
import { checkWords } from './case-records.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { mayRecord } from './records.ts'

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

test('an objection is made, and withdrawn, by nobody but its own member', () => {
  for (const kind of ['approval.objected', 'approval.objection_withdrawn'] as const)
    expect(['ana', 'adm', null].map((actorId) => mayRecord(kind, actorId, { memberId: 'ana' }))).toEqual([
      true,
      false,
      false,
    ])
})
