import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { caseWordsText, OPENED_BY_RULES } from '#circle/case-words.ts'
import type { CaseWordsKind } from '#circle/case-words.ts'
import { canonicalJson, COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { amissInCase } from './own-cases.ts'
import type { ShownCase } from './own-cases.ts'
import { RULES } from './rules.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const DAY_MS = 86_400_000
const START = Date.UTC(2026, 10, 10)
const SALT = 's'.repeat(22)

type Said = ShownCase['said'][number]
type Line = readonly [kind: string, actorId: string | null, payload: Record<string, unknown>]

const about = { donationId: 'd', reportId: 'r' }
const words = (wordsId: string, what: CaseWordsKind, text: string) => {
  const beside = { more: null, of: null, until: null, picture: null }
  return { circleId: 'c', reportId: 'r', wordsId, what, text, ...beside }
}
const line = (by: string, ...said: Parameters<typeof words>): Line => {
  const [wordsId, what] = said
  return ['case.words', by, { ...about, wordsId, what, hash: sha256(caseWordsText(SALT, words(...said))) }]
}
const item = (seq: number, by: Said['by'], ...said: Parameters<typeof words>): Said => ({
  id: said[0],
  by,
  text: said[2],
  words: { ...words(...said), salt: SALT, pictureSent: null, seq },
})

const founded: Line = [COMMAND_KIND, 'olga', { command: { kind: 'create_circle', mode: 'real', rules: RULES } }]
const matched: Line = ['donation.matched', null, { donationId: 'd', donorId: 'ana', receiverId: 'bia', amountCents: 1 }]
const opening: Line[] = [
  founded,
  matched,
  ['donation.reported', 'bia', { ...about, reporterId: 'bia' }],
  line('bia', 'r', 'reason', 'Não entrou.'),
  line('ana', 'w1', 'statement', 'Paguei no dia 9.'),
  line('bia', 'w2', 'statement', 'Achei: entrou, sim.'),
]
const opened = [
  item(4, 'receiver', 'r', 'reason', 'Não entrou.'),
  item(5, 'donor', 'w1', 'statement', 'Paguei no dia 9.'),
  item(6, 'receiver', 'w2', 'statement', 'Achei: entrou, sim.'),
]
const decision: Line[] = [
  ['report.ended', 'olga', { ...about, status: 'RESOLVED', outcome: 'cancel' }],
  line('olga', 'w3', 'decision', 'Sem extrato.'),
]
const decided = [...opened, item(8, null, 'w3', 'decision', 'Sem extrato.')]

/** The finding of Ana's device about the case as it is shown to her, some days after all of it. */
function amiss(lines: readonly Line[], shown: Partial<ShownCase>, { days = 1 } = {}): string | null {
  const entries = lines.map(([kind, actor_id, payload], at) => {
    return { seq: at + 1, at: new Date(START).toISOString(), actor_id, kind, payload }
  }) as unknown as LedgerEntry[]
  const whole: ShownCase = { reportId: 'r', seq: lines.length, said: [], outcome: null, appeal: null, ...shown }
  return amissInCase(entries, whole, { memberId: 'ana', now: START + days * DAY_MS }, sha256)?.code ?? null
}

describe('a case as one of its parties is shown it', () => {
  test('is of its donation, with the sum of that, and of the side on which its reader is', () => {
    const of = { donationId: 'd', amountCents: 1, side: 'donor' } as const
    expect([amiss(opening, { said: opened }), amiss(opening, { said: opened, of })]).toEqual([null, null])
    for (const lie of [{ donationId: 'e' }, { amountCents: 2 }, { side: 'receiver' as const }, { side: null }])
      expect(amiss(opening, { said: opened, of: { ...of, ...lie } }), JSON.stringify(lie)).toBe('own.case_differs')
  })

  test('was opened by whom the ledger says', () => {
    const shows = (reportedBy: NonNullable<ShownCase['reportedBy']>) => amiss(opening, { said: opened, reportedBy })
    expect([shows('receiver'), shows('donor'), shows('administration')]).toEqual([
      null,
      'own.case_differs',
      'own.case_differs',
    ])
  })

  test('says of the decision that waits what it is, and of none that does not', () => {
    const decides = (command: object) => ({
      actHash: sha256(canonicalJson(command)),
      bodyHash: 'b',
      change: 'resolve_report',
    })
    const command = { kind: 'resolve_report', reportId: 'r', resolution: 'RESOLVED', outcome: 'confirm' }
    const asked: Line[] = [...opening, ['approval.proposed', 'olga', { approvalId: 'p', ...decides(command) }]]
    const shows = (lines: readonly Line[], proposal: ShownCase['proposal'], said = opened, more = {}) =>
      amiss(lines, { said, proposal, ...more })
    const dueAt = START + 3 * DAY_MS
    const honest = { of: 'report', outcome: 'confirm', dueAt } as const
    expect([shows(opening, null), shows(asked, honest), shows(asked, { ...honest, dueAt: null })]).toEqual([
      null,
      null,
      null,
    ])
    for (const lie of [null, { ...honest, outcome: 'cancel' }, { ...honest, dueAt: dueAt + DAY_MS }])
      expect(shows(asked, lie), JSON.stringify(lie)).toBe('own.case_differs')
    expect(shows(asked, { ...honest, of: 'appeal' })).toBe('own.case_differs')
    expect([shows(opening, honest), shows(asked, honest, opened)]).toEqual(['own.case_differs', null])
    const over: Line[] = [...asked, ['approval.withdrawn', 'olga', { approvalId: 'p' }]]
    expect([shows(over, null), shows(over, honest)]).toEqual([null, 'own.case_differs'])
    const appealed: Line[] = [...opening, ...decision, ['case.appealed', 'ana', { ...about, appealId: 'a' }]]
    const change = { kind: 'decide_appeal', reportId: 'r', donationId: 'd', decision: 'CHANGED', outcome: 'confirm' }
    const again: Line[] = [...appealed, ['approval.proposed', 'olga', { approvalId: 'q', ...decides(change) }]]
    const more = { outcome: 'cancel', appeal: 'open', appealUntil: null } as const
    expect([
      shows(appealed, null, decided, more),
      shows(again, { ...honest, of: 'appeal' }, decided, more),
      shows(again, null, decided, more),
      shows(again, honest, decided, more),
    ]).toEqual([null, null, 'own.case_differs', 'own.case_differs'])
  })

  test('has all that was said in it, by whom and in these words, and nothing else', () => {
    expect(amiss(opening, { said: opened })).toBeNull()
    const [reason, own, theirs] = opened as [Said, Said, Said]
    for (const lie of [
      [reason, own],
      [reason, own, { ...theirs, by: null }],
      [reason, { ...own, by: 'receiver' as const }, theirs],
      [reason, own, { ...theirs, words: { ...theirs.words!, text: 'Não entrou nada.' } }],
      // As if it were from before the ledger held such words, or from somebody who left.
      [reason, own, { ...theirs, words: null }],
      [...opened, { ...theirs, id: 'w9', words: null }],
    ])
      expect(amiss(opening, { said: lie })).toBe('own.case_differs')
    const gone: Line = ['member.left', 'bia', { memberId: 'bia' }]
    const removed = opened.map((one) => ({ ...one, words: null }))
    expect([amiss([...opening, gone], { said: removed }), amiss([...opening, gone], { said: [] })]).toEqual([
      null,
      'own.case_differs',
    ])
    // Bia may have left before, owing something, and not if she came back.
    const [, , ...rest] = opening
    const back: Line = ['member.reinstated', 'olga', { memberId: 'bia' }]
    const since = (...lines: Line[]) =>
      amiss([founded, matched, ...lines, ...rest], {
        said: removed,
      })
    expect([since(gone), since(gone, back)]).toEqual([null, 'own.case_differs'])
  })

  test('is of an entry that there is, as it stood there', () => {
    expect(amiss(opening, { seq: 5, said: opened.slice(0, 2) })).toBeNull()
    expect(amiss(opening, { seq: 7, said: opened })).toBe('own.case_differs')
    expect(amiss(opening, { reportId: 'q' })).toBe('own.case_differs')
  })

  test('has its decision and what became of the appeal', () => {
    const told = [...opening, ...decision]
    expect(amiss(told, { said: decided, outcome: 'cancel' })).toBeNull()
    for (const outcome of [null, 'keep']) expect(amiss(told, { said: decided, outcome })).toBe('own.case_differs')
    const appealed = [...told, ['case.appealed', 'ana', { ...about, memberId: 'ana' }] as const]
    expect(amiss(appealed, { said: decided, outcome: 'cancel', appeal: 'open' })).toBeNull()
    expect(amiss(appealed, { said: decided, outcome: 'cancel' })).toBe('own.case_differs')
    const over = [...appealed, ['appeal.decided', 'olga', about] as const]
    expect(amiss(over, { said: decided, outcome: 'cancel', appeal: 'open' })).toBe('own.case_differs')
  })

  test('tells each decision as it was, and itself as open or ended', () => {
    const told = [...opening, ...decision]
    const shows = (lines: readonly Line[], shown: Partial<ShownCase>) =>
      amiss(lines, {
        said: lines === opening ? opened : decided,
        outcome: lines === opening ? null : 'cancel',
        ...shown,
      })
    const first = { of: 'case', outcome: 'cancel', decision: null } as const
    expect([shows(told, { decisions: [first] }), shows(told, { status: 'RESOLVED' })]).toEqual([null, null])
    expect([shows(opening, { decisions: [] }), shows(opening, { status: 'INVESTIGATING' })]).toEqual([null, null])
    for (const lie of [
      { decisions: [{ ...first, outcome: 'confirm' }] },
      { decisions: [{ ...first, of: 'appeal', decision: 'UPHELD' } as const] },
      { status: 'DISMISSED' },
      { status: 'PENDING' },
    ])
      expect(shows(told, lie), JSON.stringify(lie)).toBe('own.case_differs')
    for (const lie of [{ decisions: [first] }, { status: 'RESOLVED' }])
      expect(shows(opening, lie), JSON.stringify(lie)).toBe('own.case_differs')
    // Kept by the decision, and cancelled with the case that alone kept it open.
    const kept: Line[] = [
      ...opening,
      ['report.ended', 'olga', { ...about, status: 'DISMISSED', outcome: 'keep' }],
      ['donation.cancelled', 'olga', { donationId: 'd', reason: 'receiver_replaced' }],
    ]
    const ends = (outcome: string) => amiss(kept, { said: opened, outcome: 'keep', decisions: [{ ...first, outcome }] })
    expect([ends('cancel'), ends('keep')]).toEqual([null, 'own.case_differs'])
    const upheld = { of: 'appeal', outcome: 'keep', decision: 'UPHELD' } as const
    const over: Line[] = [
      ...told,
      ['case.appealed', 'ana', { ...about, memberId: 'ana' }],
      ['appeal.decided', 'olga', { ...about, decision: 'UPHELD', outcome: 'keep' }],
    ]
    const judged = (one: object) => shows(over, { appeal: 'decided', decisions: [first, { ...upheld, ...one }] })
    expect([judged({}), judged({ decision: 'CHANGED' }), judged({ outcome: 'confirm' })]).toEqual([
      null,
      'own.case_differs',
      'own.case_differs',
    ])
  })

  test('offers the appeal to whoever may appeal, for as long as they may', () => {
    const told = [...opening, ...decision]
    const offers = (appealUntil: number | null, days = 1) =>
      amiss(told, { said: decided, outcome: 'cancel', appealUntil }, { days })
    expect(offers(START + 14 * DAY_MS)).toBeNull()
    for (const lie of [null, START + 3 * DAY_MS]) expect(offers(lie)).toBe('own.appeal_hidden')
    expect([offers(null, 12), offers(null, 13)]).toEqual(['own.appeal_hidden', null])
  })

  test('offers whoever is one of its parties to say something, until it is decided', () => {
    const may = (lines: readonly Line[], mayAdd: boolean) =>
      amiss(lines, { said: lines === opening ? opened : decided, outcome: lines === opening ? null : 'cancel', mayAdd })
    const told = [...opening, ...decision]
    expect([may(opening, true), may(opening, false), may(told, false)]).toEqual([null, 'own.case_differs', null])
  })

  test('that the rules opened says so in their words, and in nobody’s else', () => {
    const told: Line[] = [founded, matched, ['donation.reported', null, { ...about, reporterId: null }]]
    const says = (text: string) => amiss(told, { said: [{ id: 'r', by: null, text, words: null }] })
    expect([says(OPENED_BY_RULES), says('A Ana não pagou.')]).toEqual([null, 'own.case_differs'])
  })

  test('is held in circles in which devices sign what is said', () => {
    const [, ...rest] = opening
    const older: Line = [COMMAND_KIND, 'olga', { command: { kind: 'create_circle', mode: 'real', rules: 4 } }]
    expect(amiss([older, ...rest], { said: [] })).toBeNull()
  })
})
