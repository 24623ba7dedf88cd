import type { ShownCase } from '#circle/ledger/own-cases.ts'
import type { ReportCase } from './entities/case.ts'
import { shownWords } from './entities/shown-words.ts'

/** The kind of words that each thing of a case is told in, as they are hashed. */
export const wordsOf = {
  opened: 'reason',
  statement: 'statement',
  request: 'request',
  message: 'message',
  decision: 'decision',
  appeal: 'appeal',
  appeal_decision: 'appeal_decision',
} as const

/** A case as one of its parties is shown it, as the ledger is asked about it. A helper appeals for nobody. */
export function shownCase(
  {
    id: reportId,
    seq,
    timeline,
    report_resolved,
    donation_outcome,
    appeal,
    appeal_until,
    allowed,
    status,
    reported_by: reportedBy,
    proposal,
    ...shown
  }: ReportCase,
  isByHelper = false,
): ShownCase {
  const said = timeline.flatMap(({ id, kind, by, text, more, of, until, proof }) => {
    if (kind === 'status' || text === null) return []
    const side = by === 'donor' || by === 'receiver' ? by : null
    // Of whom something is asked, until when, and as what it is told: as the page shows it, never as the answer says beside it.
    return [
      { id, by: side, text, words: proof && shownWords(text, { ...proof, what: wordsOf[kind], more, of, until }) },
    ]
  })
  const decisions = timeline.flatMap(({ kind, outcome, decision }) => {
    const whose = { decision: 'case', appeal_decision: 'appeal' } as const
    return kind === 'decision' || kind === 'appeal_decision'
      ? [{ of: whose[kind], outcome: outcome ?? 'keep', decision }]
      : []
  })
  const appealUntil = appeal_until === null || !allowed.includes('appeal') ? null : Date.parse(appeal_until)
  const outcome = report_resolved ? donation_outcome : null
  return {
    reportId,
    seq,
    of: { donationId: shown.donationId, amountCents: Math.round(shown.amount * 100), side: shown.side },
    said,
    status,
    decisions,
    outcome,
    appeal,
    reportedBy,
    proposal: proposal && {
      of: proposal.of,
      outcome: proposal.outcome,
      dueAt: proposal.due_at === null ? null : Date.parse(proposal.due_at),
    },
    ...(isByHelper ? {} : { appealUntil, mayAdd: allowed.includes('add') }),
  }
}
