import type { ShownProposal } from '#circle/ledger/own-proposals.ts'
import type { AdminApproval, MemberApproval } from './approvals.ts'

/** A proposal as a member is shown it, as the ledger is asked about it. A helper objects for nobody. */
export function shownProposal(
  { id, kind, objected_at, may_object, due_at, act, changes: rows }: MemberApproval,
  isByHelper = false,
): ShownProposal {
  const dueAt = due_at === null ? null : Date.parse(due_at)
  const mayObject = isByHelper ? {} : { mayObject: may_object }
  return { id, change: kind, hasObjected: objected_at !== null, ...mayObject, dueAt, act, rows }
}

/** The text and the rows of a proposal, as whoever decides it, or may object to it, is shown them. */
export const proposalToDecide = ({ id, act, changes: rows }: AdminApproval | MemberApproval) => ({ id, act, rows })
