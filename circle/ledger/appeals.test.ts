import { describe, expect, test } from 'vitest'
import { APPEAL_MS, checkAppeals } from './appeals.ts'
import type { LedgerEntry } from './entry.ts'
import { presets } from '#circle/plan.ts'

const START = Date.UTC(2026, 10, 10, 12)

type Line = { by?: string | null; at?: number; kind: string; payload?: Readonly<Record<string, unknown>> }

function faultsOf(lines: readonly Line[], mode = 'real'): string[] {
  const created = { kind: 'command', payload: { command: { kind: 'create_circle', mode, plan: presets.rotativo } } }
  const entries = [created, matched, ...lines].map(
    ({ by = 'ana', at = 0, kind, payload = {} }: Line, index): LedgerEntry => ({
      seq: index + 1,
      at: new Date(START + at).toISOString(),
      actor_id: by,
      kind,
      payload,
      previous_hash: '',
      hash: '',
    }),
  )
  return checkAppeals(entries).map(({ code, seq }) => `${code} ${seq}`)
}

const matched: Line = { kind: 'donation.matched', payload: { donationId: 'd', donorId: 'm1', receiverId: 'm2' } }
const about = { reportId: 'r', donationId: 'd' }
const command: Line = { kind: 'command', payload: { command: { kind: 'resolve_report' } } }
const decided: Line[] = [command, { kind: 'report.ended', payload: about }]
const appealed = (more: Partial<Line> = {}, memberId = 'm1'): Line => ({
  kind: 'case.appealed',
  by: memberId,
  payload: { ...about, memberId },
  ...more,
})
const judged = (by: string, more: object = {}): Line[] => [
  { by, kind: 'command', payload: { command: { kind: 'decide_appeal' } } },
  { by, kind: 'appeal.decided', payload: { ...about, decision: 'UPHELD', outcome: 'keep', ...more } },
]
const approval = (by: string): Line[] => [
  { kind: 'approval.approved', by, payload: { approvalId: 'a' } },
  { kind: 'approval.executed', by, payload: { approvalId: 'a' } },
]
const waited: Line[] = [{ kind: 'approval.executed', by: null, payload: { approvalId: 'a' } }]

describe('appeals in the ledger', () => {
  test.each<[string, Line[]]>([
    ['decided by another administrator', [...decided, appealed(), ...judged('bia')]],
    ['by either party', [...decided, appealed({}, 'm2'), ...judged('bia')]],
    ['at the last moment', [...decided, appealed({ at: APPEAL_MS })]],
    ['by the same one with a second person', [...decided, appealed(), ...approval('bia'), ...judged('ana')]],
    ['by the same one after 72 hours', [...decided, appealed(), ...waited, ...judged('ana')]],
    [
      'by one who approved another change just before the case was decided',
      [
        { kind: 'approval.proposed', payload: { approvalId: 'a', change: 'circle_operator' } },
        ...approval('bia'),
      ].concat([...decided, appealed(), ...judged('bia')]),
    ],
  ])('%s: nothing is found', (_what, lines) => {
    expect(faultsOf(lines)).toEqual([])
  })

  test.each<[string, Line[], string[]]>([
    ['by the one who decided', [...decided, appealed(), ...judged('ana')], ['appeal.own_decision 7']],
    [
      'by the one who approved the first decision',
      [...approval('bia'), ...decided, appealed(), ...judged('bia')],
      ['appeal.own_decision 9'],
    ],
    [
      'by the one who decided, on an approval that was used before',
      [...decided, appealed(), ...waited, command, ...judged('ana')],
      ['appeal.own_decision 9'],
    ],
    ['that nobody filed', [...decided, ...judged('bia')], ['appeal.unfounded 6']],
    ['decided twice', [...decided, appealed(), ...judged('bia'), ...judged('bia')], ['appeal.unfounded 9']],
    ['of another donation', [...decided, appealed(), ...judged('bia', { donationId: 'x' })], ['appeal.unfounded 7']],
    ['of somebody who is no party', [...decided, appealed({}, 'm3')], ['appeal.unfounded 5']],
    ['before there was a decision', [appealed()], ['appeal.unfounded 3']],
    ['for the second time', [...decided, appealed(), appealed({}, 'm2')], ['appeal.unfounded 6']],
    ['a day too late', [...decided, appealed({ at: APPEAL_MS + 86_400_000 })], ['appeal.unfounded 5']],
  ])('%s: is named', (_what, lines, faults) => {
    expect(faultsOf(lines)).toEqual(faults)
  })

  test('a demonstration does not say who else administers, so whoever decides is not accused', () => {
    expect(faultsOf([...decided, appealed(), ...judged('ana')], 'demonstracao')).toEqual([])
  })
})
