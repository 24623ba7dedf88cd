import type { ShownCase } from '#circle/ledger/own-cases.ts'
import type { ReportCase } from './entities/case.ts'
import { shownWords } from './entities/shown-words.ts'

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
    ...shown
  }: ReportCase,
  isByHelper = false,
): ShownCase {
  const said = timeline.flatMap(({ id, kind, by, text, proof }) => {
    if (kind === 'status' || text === null) return []
    const side = by === 'donor' || by === 'receiver' ? by : null
    return [{ id, by: side, text, words: proof && shownWords(text, proof) }]
  })
  const appealUntil = appeal_until === null || !allowed.includes('appeal') ? null : Date.parse(appeal_until)
  const outcome = report_resolved ? donation_outcome : null
  return {
    reportId,
    seq,
    of: { donationId: shown.donationId, amountCents: Math.round(shown.amount * 100), side: shown.side },
    said,
    outcome,
    appeal,
    ...(isByHelper ? {} : { appealUntil, mayAdd: allowed.includes('add') }),
  }
}
