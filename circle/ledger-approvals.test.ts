import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Command } from './circle.ts'
import { findApprovalFaults } from './ledger-approvals.ts'
import { canonicalJson } from './ledger.ts'
import type { LedgerEntry } from './ledger.ts'
import { presets } from './plan.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const START = Date.UTC(2026, 10, 10, 12)
const HOUR_MS = 3_600_000
const RESOLVE: Command = { kind: 'resolve_report', reportId: 'r1', resolution: 'RESOLVED', outcome: 'confirm' }
const PLAN: Command = { kind: 'change_plan', plan: { ...presets.rotativo, version: 2 } }

type Line = { by?: string | null; at?: number; kind: string; payload?: Readonly<Record<string, unknown>> }

/** A ledger's lines as entries; what chains them is verified elsewhere. */
function ledgerOf(lines: readonly Line[], mode = 'real', via: string | undefined = 'password'): LedgerEntry[] {
  const created = { kind: 'command', payload: { command: { kind: 'create_circle', mode, plan: presets.rotativo } } }
  return [created, ...lines].map(({ by = 'ana', at = 0, kind, payload = {} }: Line, index) => ({
    seq: index + 1,
    at: new Date(START + at * HOUR_MS).toISOString(),
    actor_id: by,
    kind,
    payload: via === undefined ? payload : { ...payload, via: by === null ? 'job' : via },
    previous_hash: '',
    hash: '',
  }))
}

const proposed = (command: Command = RESOLVE, more: Partial<Line> = {}): Line => ({
  kind: 'approval.proposed',
  payload: { approvalId: 'a1', change: command.kind, bodyHash: 'body', actHash: sha256(canonicalJson(command)) },
  ...more,
})
const approved = (by = 'bia', bodyHash = 'body'): Line => ({
  kind: 'approval.approved',
  by,
  payload: { approvalId: 'a1', bodyHash },
})
const executed = (command: Command = RESOLVE, more: Partial<Line> = {}): Line => ({
  kind: 'approval.executed',
  by: 'bia',
  payload: { approvalId: 'a1', bodyHash: 'body', actHash: sha256(canonicalJson(command)) },
  ...more,
})
const acted = (command: Command = RESOLVE, more: Partial<Line> = {}): Line => ({
  kind: 'command',
  payload: { command },
  ...more,
})
const objected = (kind = 'approval.objected'): Line => ({
  kind,
  by: 'm1',
  payload: { approvalId: 'a1', memberId: 'm1' },
})
const faultsOf = (lines: readonly Line[], mode?: string, via?: string) =>
  findApprovalFaults(ledgerOf(lines, mode, via), sha256).map(({ code, seq }) => `${code} ${seq}`)

describe('approvals in the ledger', () => {
  test.each([
    ['two people', [proposed(), approved(), executed(), acted()]],
    ['another plan by two people', [proposed(PLAN), approved(), executed(PLAN), acted(PLAN)]],
    ['one person after 72 hours', [proposed(), executed(RESOLVE, { by: null, at: 72 }), acted(RESOLVE, { at: 72 })]],
    [
      'one after an objection was withdrawn',
      [
        proposed(),
        objected(),
        objected('approval.objection_withdrawn'),
        executed(RESOLVE, { by: null, at: 80 }),
        acted(),
      ],
    ],
    ['two against an objection', [proposed(), objected(), approved(), executed(), acted()]],
    ['a report kept or investigated by one', [acted({ ...RESOLVE, outcome: 'keep' })]],
  ])('%s: nothing is found', (_what, lines) => {
    expect(faultsOf(lines)).toEqual([])
  })

  test('a demonstration needs none, and a ledger from before says nothing of it', () => {
    expect(faultsOf([acted()], 'demonstracao')).toEqual([])
    expect(findApprovalFaults(ledgerOf([acted()], 'real').map(withoutVia), sha256)).toEqual([])
  })

  const forged: [string, Line[], string[]][] = [
    ['a confirmation that nobody proposed', [acted()], ['approval.missing 2']],
    ['another plan that nobody proposed', [acted(PLAN)], ['approval.missing 2']],
    [
      'another operator that nobody proposed',
      [{ kind: 'circle.terms_changed', payload: { hash: 'h', what: 'operator' } }],
      ['approval.missing 2'],
    ],
    ['proposed and done without approval', [proposed(), acted()], ['approval.missing 3']],
    ['approved by the proposer', [proposed(), approved('ana'), executed(), acted()], ['approval.unfounded 4']],
    [
      'approved by a member',
      [{ kind: 'member.approved', payload: { memberId: 'm1' } }, proposed(), approved('m1'), executed(), acted()],
      ['approval.unfounded 5'],
    ],
    [
      'approved by somebody removed before',
      [{ kind: 'administrator.removed', payload: { userId: 'bia' } }, proposed(), approved(), executed(), acted()],
      ['approval.unfounded 5'],
    ],
    ['alone after 71 hours', [proposed(), executed(RESOLVE, { by: null, at: 71 }), acted()], ['approval.unfounded 3']],
    [
      'alone against an objection',
      [proposed(), objected(), executed(RESOLVE, { by: null, at: 90 }), acted()],
      ['approval.unfounded 4'],
    ],
    [
      'after it was withdrawn',
      [proposed(), { kind: 'approval.withdrawn', payload: { approvalId: 'a1' } }, approved(), executed(), acted()],
      ['approval.unfounded 5'],
    ],
    ['approved, and something else done', [proposed(), approved(), executed(), acted(PLAN)], ['approval.missing 5']],
    [
      'approved as cancel, done as confirm',
      [proposed({ ...RESOLVE, outcome: 'cancel' }), approved(), executed({ ...RESOLVE, outcome: 'cancel' }), acted()],
      ['approval.missing 5'],
    ],
    [
      'another body approved than proposed',
      [proposed(), approved('bia', 'x'), executed(), acted()],
      ['approval.unfounded 4'],
    ],
    ['another act executed than proposed', [proposed(), approved(), executed(PLAN), acted()], ['approval.unfounded 4']],
    ['one approval used twice', [proposed(), approved(), executed(), acted(), acted()], ['approval.missing 6']],
    [
      'one approval executed twice',
      [proposed(), approved(), executed(), acted(), executed(), acted()],
      ['approval.unfounded 6'],
    ],
    [
      'done in another name than the proposer’s',
      [proposed(), approved(), executed(), acted(RESOLVE, { by: 'caio' })],
      ['approval.missing 5'],
    ],
    ['executed without a proposal', [executed(), acted()], ['approval.unfounded 2', 'approval.missing 3']],
  ]
  test.each(forged)('%s is found at its entry', (_what, lines, faults) => {
    expect(faultsOf(lines)).toEqual(faults)
  })

  test('leaving out how the actor was authenticated does not escape it once an entry has said so', () => {
    const entries = ledgerOf([acted()])
    expect(findApprovalFaults([entries[0]!, withoutVia(entries[1]!)], sha256)).toEqual([
      { code: 'approval.missing', seq: 2 },
    ])
  })
})

function withoutVia(entry: LedgerEntry): LedgerEntry {
  const { via: _, ...payload } = entry.payload
  return { ...entry, payload }
}
