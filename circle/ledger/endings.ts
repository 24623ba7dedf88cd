import type { Command } from '#circle/circle.ts'
import { draftOf } from '#circle/draft.ts'
import type { Draft } from '#circle/draft.ts'
import { findUnfinished } from '#circle/ending.ts'
import { mayEndShort, openAccounts } from '#circle/short-ending.ts'
import { emptyState } from '#circle/state.ts'
import type { CircleState, EventOfKind } from '#circle/state.ts'
import { TOLERANCE_MS } from './administrators.ts'
import { APPEAL_MS } from './appeals.ts'
import { canonicalJson, COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { follows } from './following.ts'
import { isRecordKind } from './records.ts'

/** The faults that the end of a circle can have. */
export type EndingFaultCode = 'circle.closed_early' | 'circle.after_end'

/** A closed circle's ledger still takes this: people's own accounts and words, and what concerns the whole installation. */
const KEPT =
  /^(member|helper|payment_key|terms|witness|administrator|approval|case)\.|^circle\.(clock_moved|registration_closed)$/
/** And what is done about a donation: only that of somebody who left can still be open, after an end in which some lose. */
const OF_A_DONATION: readonly Command['kind'][] = [
  'send_receipt',
  'confirm',
  'reject_receipt',
  'report',
  'open_case',
  'set_report_status',
  'resolve_report',
  'decide_appeal',
  'expire',
]

/** The change that a proposal to end a circle short is, whose `actHash` is of the text of `closingText`. */
export const CLOSING = 'close_circle'

/** The accounts at the end of a circle, as the ledger tells them by their hash. */
export function closingText(state: Pick<CircleState, 'members'>): string {
  return canonicalJson({ kind: CLOSING, accounts: openAccounts(state) })
}

/** Whether an entry of this kind may follow the end: of the commands, too, that somebody leaves, by their own choice. */
export function mayFollowEnd(kind: string, command?: Command): boolean {
  if (command)
    return OF_A_DONATION.includes(command.kind) || (command.kind === 'depart_member' && command.how === 'left')
  return KEPT.test(kind)
}

/**
 * Holds `circle.closed` to its rule: everybody had received what they gave, or a proposal of exactly these accounts was carried
 * out just before (circle/ledger/approvals.ts says whether it could be); nothing was open, every decided case was past its
 * appeal, and nothing but what `mayFollowEnd` names came afterwards.
 */
export function checkEnding(
  entries: readonly LedgerEntry[],
  sha256: (text: string) => string,
): readonly { readonly code: EndingFaultCode; readonly seq: number }[] {
  if (!entries.some(({ kind }) => kind === 'circle.closed')) return []
  const faults: { code: EndingFaultCode; seq: number }[] = []
  const cases = openCases()
  let draft: Draft | null = null
  let isClosed = false
  const closings = new Set<unknown>()
  let carriedOut: unknown = null
  for (const entry of entries) {
    const { seq, kind, payload, at } = entry
    const { command } = payload as { command?: Command }
    const isAsked = kind === COMMAND_KIND || isRecordKind(kind)
    if (isClosed && isAsked && !mayFollowEnd(kind, command)) faults.push({ code: 'circle.after_end', seq })
    cases.read(entry)
    if (kind === 'approval.proposed' && payload['change'] === CLOSING) closings.add(payload['approvalId'])
    if (kind === 'circle.created') {
      const { mode, plan, rules } = payload as unknown as EventOfKind<'circle.created'>
      draft = draftOf(emptyState(mode, plan, rules))
    } else if (kind === 'circle.closed') {
      isClosed = true
      const isAgreed = () => draft && mayEndShort(draft) && carriedOut === sha256(closingText(draft))
      if (!draft || (findUnfinished(draft) && !isAgreed()) || cases.mayGoOn(Date.parse(at)))
        faults.push({ code: 'circle.closed_early', seq })
    } else if (!isAsked && draft && !follows(draft, entry)) break
    const isClosing = kind === 'approval.executed' && closings.has(payload['approvalId'])
    carriedOut = isClosing ? payload['actHash'] : null
  }
  return faults
}

/** Follows the decided cases: whether one can still be appealed against, or its appeal waits for a decision. */
function openCases() {
  const endedAt = new Map<unknown, number>()
  const appealed = new Set<unknown>()
  return {
    read({ kind, payload, at }: LedgerEntry): void {
      const { reportId } = payload
      if (kind === 'report.ended') endedAt.set(reportId, Date.parse(at))
      else if (kind === 'case.appealed') appealed.add(reportId)
      else if (kind === 'appeal.decided') endedAt.delete(reportId)
    },
    mayGoOn: (now: number): boolean =>
      [...endedAt].some(([reportId, at]) => appealed.has(reportId) || now - at < APPEAL_MS - TOLERANCE_MS),
  }
}
