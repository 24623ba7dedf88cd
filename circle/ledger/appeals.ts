import { TOLERANCE_MS } from './administrators.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { madeBetween } from './signed-act.ts'
import { DAY_MS } from '#circle/period.ts'
import type { Command } from '#circle/circle.ts'

/** How long after its decision a case can be appealed against. */
export const APPEAL_MS = 14 * DAY_MS

/** The faults that appeals can have. */
export type AppealFaultCode = 'appeal.unfounded' | 'appeal.own_decision'

type DecidedCase = {
  readonly donationId: unknown
  readonly at: number
  /** The people who gave the decision or approved it. */
  readonly deciders: ReadonlySet<unknown>
  isAppealed: boolean
  isOver: boolean
}

/**
 * Holds appeals to their rules: one a case, by a party of its donation, within fourteen days of the decision, decided once.
 * In a real circle nobody who took part in the first decision decides it alone and at once: theirs comes right after an
 * executed approval, that is with a second person, or after 72 hours with nobody objecting. In a demonstration the ledger
 * does not say who else administers.
 */
export function checkAppeals(
  entries: readonly LedgerEntry[],
): readonly { readonly code: AppealFaultCode; readonly seq: number }[] {
  const faults: { code: AppealFaultCode; seq: number }[] = []
  const parties = new Map<unknown, readonly unknown[]>()
  const cases = new Map<unknown, DecidedCase>()
  const approvers = new Map<unknown, unknown[]>()
  const changes = new Map<unknown, unknown>()
  let isReal = false
  /** Those who approved the executed proposal that the present command follows; null where it follows none. */
  let approved: readonly unknown[] | null = null
  let executed: { readonly change: unknown; readonly by: readonly unknown[] } | null = null
  for (const { seq, at, actor_id, kind, payload } of entries) {
    const { reportId, donationId, approvalId } = payload
    const found = cases.get(reportId)
    if (kind === COMMAND_KIND) {
      const { command } = payload as { command?: Command }
      if (command?.kind === 'create_circle') isReal = command.mode === 'real'
      approved = executed && isOfChange(command, executed.change) ? executed.by : null
      executed = null
    } else if (kind === 'approval.proposed') changes.set(approvalId, payload['change'])
    else if (kind === 'approval.approved') approvers.set(approvalId, [...(approvers.get(approvalId) ?? []), actor_id])
    else if (kind === 'approval.executed')
      executed = { change: changes.get(approvalId), by: approvers.get(approvalId) ?? [] }
    else if (madeBetween.includes(kind)) parties.set(donationId, [payload['donorId'], payload['receiverId']])
    else if (kind === 'report.ended') {
      const deciders = new Set([actor_id, ...(approved ?? [])])
      cases.set(reportId, { donationId, at: Date.parse(at), deciders, isAppealed: false, isOver: false })
    } else if (kind === 'case.appealed') {
      const isFounded =
        found?.donationId === donationId &&
        !found!.isAppealed &&
        (parties.get(donationId) ?? []).includes(payload['memberId']) &&
        Date.parse(at) - found!.at <= APPEAL_MS + TOLERANCE_MS
      if (isFounded) found!.isAppealed = true
      else faults.push({ code: 'appeal.unfounded', seq })
    } else if (kind === 'appeal.decided') {
      if (!found?.isAppealed || found.isOver || found.donationId !== donationId)
        faults.push({ code: 'appeal.unfounded', seq })
      else if (isReal && approved === null && found.deciders.has(actor_id))
        faults.push({ code: 'appeal.own_decision', seq })
      if (found) found.isOver = true
    }
  }
  return faults
}

/** Whether a command may be the one that a proposal of this change carries out: many changes are carried out by none. */
function isOfChange(command: Command | undefined, change: unknown): boolean {
  const kind = command?.kind === 'set_report_status' ? 'resolve_report' : command?.kind
  return change === undefined || change === kind
}
