import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Command } from '#circle/circle.ts'
import { addingText } from './administrators.ts'
import { approvalsBothWays } from '#circle/testing/verify-both-ways.ts'
import { canonicalJson } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { RULES } from './rules.ts'
import { presets } from '#circle/plan.ts'

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
  approvalsBothWays(ledgerOf(lines, mode, via), sha256).faults.map(({ code, seq }) => `${code} ${seq}`)

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
    expect(approvalsBothWays(ledgerOf([acted()], 'real').map(withoutVia), sha256).faults).toEqual([])
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
    [
      'approved, kept back, and done a day later',
      [proposed(), approved(), executed(RESOLVE, { at: 24 }), acted(RESOLVE, { at: 24 })],
      ['approval.unfounded 4'],
    ],
    [
      'alone, kept back, and done after it had expired',
      [proposed(), executed(RESOLVE, { by: null, at: 721 }), acted(RESOLVE, { at: 721 })],
      ['approval.unfounded 3'],
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
    expect(approvalsBothWays([entries[0]!, withoutVia(entries[1]!)], sha256).faults).toEqual([
      { code: 'approval.missing', seq: 2 },
    ])
  })
})

const ANA = 'aaaaaaaa-0000-7000-8000-000000000001'
const BIA = 'bbbbbbbb-0000-7000-8000-000000000002'
const EVE = 'eeeeeeee-0000-7000-8000-000000000005'

/** The founding of a real circle that names who administers it, and what follows. */
const founded = (lines: readonly Line[], userIds = ANA): Line[] => [
  { by: ANA, kind: 'circle.created' },
  { by: ANA, kind: 'circle.terms_changed', payload: { hash: 'h', what: 'first' } },
  { by: ANA, kind: 'circle.administrators_named', payload: { userIds } },
  ...lines,
]
const inviting = (more: { by?: string; at?: number; role?: string; id?: string } = {}): Line => ({
  kind: 'approval.proposed',
  by: more.by ?? ANA,
  at: more.at ?? 0,
  payload: {
    approvalId: more.id ?? 'i1',
    change: 'add_administrator',
    bodyHash: 'body',
    actHash: sha256(addingText(more.role ?? 'ADMIN')),
  },
})
const invited = (more: { by?: string | null; at?: number; role?: string; id?: string } = {}): Line => ({
  kind: 'approval.executed',
  by: more.by ?? null,
  at: more.at ?? 72,
  payload: { approvalId: more.id ?? 'i1', bodyHash: 'body', actHash: sha256(addingText(more.role ?? 'ADMIN')) },
})
const added = (userId: string, at: number, role = 'ADMIN'): Line => ({
  kind: 'administrator.added',
  by: userId,
  at,
  payload: { userId, role },
})
const by = (person: string, line: Line, at?: number): Line => ({
  ...line,
  by: person,
  ...(at === undefined ? {} : { at }),
})

describe('who administers, in the ledger of a real circle that names its first administrators', () => {
  const bia = [inviting(), invited(), added(BIA, 80)]

  test('two of the first ones decide: nothing is found', () => {
    const decided = [by(ANA, proposed()), by(BIA, approved()), by(BIA, executed()), by(ANA, acted())]
    expect(faultsOf(founded(decided, `${ANA},${BIA}`))).toEqual([])
  })

  test('one whom one person alone added is known, and counts as the second person after 72 hours', () => {
    const decides = (at: number) => [
      by(ANA, proposed(), at),
      by(BIA, approved(), at),
      by(BIA, executed(), at),
      by(ANA, acted(), at),
    ]
    expect(faultsOf(founded([...bia, ...decides(152)]))).toEqual([])
    expect(faultsOf(founded([...bia, ...decides(151)]))).toEqual(['approval.unfounded 10'])
  })

  test('an invitation that nobody accepts makes nobody wait whom two people added, in whatever order they come', () => {
    const alone = [inviting(), invited()]
    const ofTwo: Line[] = [
      { ...inviting({ id: 'i2' }), at: 80 },
      { kind: 'approval.approved', by: BIA, at: 80, payload: { approvalId: 'i2', bodyHash: 'body' } },
      invited({ id: 'i2', by: BIA, at: 80 }),
    ]
    const decides = [by(ANA, proposed(), 82), by(EVE, approved(), 82), by(EVE, executed(), 82), by(ANA, acted(), 82)]
    const first = `${ANA},${BIA}`
    for (const invitations of [
      [...alone, ...ofTwo],
      [...ofTwo, ...alone.map((line) => ({ ...line, at: (line.at ?? 0) + 8 }))],
    ])
      expect(faultsOf(founded([...invitations, added(EVE, 81), ...decides], first))).toEqual([])
  })

  test('an auditor comes by an approval too, and is never the second person', () => {
    const audits = [inviting({ role: 'AUDITOR' }), invited({ role: 'AUDITOR' }), added(BIA, 80, 'AUDITOR')]
    expect(faultsOf(founded(audits))).toEqual([])
    const decides = [
      by(ANA, proposed(), 300),
      by(BIA, approved(), 300),
      by(BIA, executed(), 300),
      by(ANA, acted(), 300),
    ]
    expect(faultsOf(founded([...audits, ...decides]))).toEqual(['approval.unfounded 10'])
  })

  test('it says from where on that is known; an older ledger is verified as before, and said to be so', () => {
    const known = (lines: Line[], mode?: string) => approvalsBothWays(ledgerOf(lines, mode), sha256).administrators
    expect(known(founded([]))).toEqual({ fromSeq: 4 })
    expect(known([added(EVE, 1)])).toEqual({ fromSeq: null })
    expect(known([], 'demonstracao')).toBeNull()
    expect(faultsOf([added(EVE, 1)])).toEqual([])
  })

  const forged: [string, Line[], string[]][] = [
    ['somebody who was never approved', [added(EVE, 1)], ['administrator.unapproved 5']],
    ['a second one on the approval of another', [...bia, added(EVE, 81)], ['administrator.unapproved 8']],
    [
      'one approved 72 hours too early',
      [inviting(), invited({ at: 71 }), added(EVE, 80)],
      ['approval.unfounded 6', 'administrator.unapproved 7'],
    ],
    [
      'an invitation accepted after its seven days',
      [inviting(), invited(), added(EVE, 72 + 169)],
      ['administrator.unapproved 7'],
    ],
    [
      'an auditor approved, an administrator added',
      [inviting({ role: 'AUDITOR' }), invited({ role: 'AUDITOR' }), added(EVE, 80)],
      ['administrator.unapproved 7'],
    ],
    [
      'one proposed by somebody who never administered',
      [inviting({ by: EVE }), invited(), added(EVE, 80)],
      ['approval.unfounded 6', 'administrator.unapproved 7'],
    ],
    [
      'an approval by somebody who never administered',
      [by(ANA, proposed()), by(EVE, approved()), by(EVE, executed()), by(ANA, acted())],
      ['approval.unfounded 7'],
    ],
    [
      'a place given by somebody who never administered',
      [{ by: EVE, kind: 'command', payload: { command: { kind: 'place', memberId: 'm1', level: 1 } } }],
      ['administrator.unknown 5'],
    ],
    [
      'a place that somebody who never administered takes for themselves',
      [{ by: EVE, kind: 'command', payload: { command: { kind: 'place', memberId: EVE, level: 1 } } }],
      ['administrator.unknown 5'],
    ],
    [
      'a change of the queue undone by somebody who never administered',
      [{ by: EVE, kind: 'command', payload: { command: { kind: 'undo', seq: 4 } } }],
      ['administrator.unknown 5'],
    ],
    [
      'a confirmation by an administration that never was',
      [{ by: EVE, kind: 'command', payload: { command: { kind: 'confirm', donationId: 'd1', by: 'administration' } } }],
      ['administrator.unknown 5'],
    ],
    [
      'another name written beside the first ones later',
      [{ by: ANA, kind: 'circle.administrators_named', payload: { userIds: EVE } }],
      ['administrator.named_late 5'],
    ],
  ]
  test.each(forged)('%s is found at its entry', (_what, lines, faults) => {
    expect(faultsOf(founded(lines))).toEqual(faults)
  })

  test('a naming that comes after anything else than the founding is found, and makes nobody known', () => {
    const late = [by(ANA, { kind: 'circle.registration_opened' }), ...founded([]).slice(2)]
    expect(faultsOf([...founded([]).slice(0, 2), ...late])).toEqual(['administrator.named_late 5'])
  })

  describe('a proposal, in a circle founded by these rules,', () => {
    const at = (days: number) => days * 24
    const ended = (kind: string, who: string | null, days = 1): Line => ({
      kind: `approval.${kind}`,
      by: who,
      at: at(days),
      payload: { approvalId: 'a1' },
    })
    const faultsOfRules = (line: Line) => {
      const [created, ...rest] = ledgerOf(founded([by(ANA, proposed()), line], `${ANA},${BIA}`))
      const command = { kind: 'create_circle', mode: 'real', plan: presets.rotativo, rules: RULES }
      return approvalsBothWays([{ ...created!, payload: { command } }, ...rest], sha256).faults.map(({ code }) => code)
    }

    test('is rejected by another who administers, taken back by whoever proposed it, or expires after thirty days', () => {
      for (const line of [ended('rejected', BIA), ended('withdrawn', ANA), ended('expired', null, 30)])
        expect(faultsOfRules(line)).toEqual([])
    })

    test('ends by nobody else, and no sooner', () => {
      for (const line of [
        ended('rejected', ANA),
        ended('rejected', EVE),
        ended('rejected', null),
        ended('withdrawn', BIA),
        ended('withdrawn', null),
        ended('expired', BIA, 30),
        ended('expired', null, 29),
      ])
        expect(faultsOfRules(line), JSON.stringify(line)).toEqual(['approval.unfounded'])
    })
  })

  test('what a member asks about themselves is not taken for an administrator’s', () => {
    const leaving = {
      kind: 'command',
      by: 'm1',
      payload: { command: { kind: 'depart_member', memberId: 'm1', how: 'left' } },
    }
    expect(faultsOf(founded([leaving]))).toEqual([])
  })
})

function withoutVia(entry: LedgerEntry): LedgerEntry {
  const { via: _, ...payload } = entry.payload
  return { ...entry, payload }
}
