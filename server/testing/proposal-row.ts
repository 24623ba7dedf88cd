import { sealProposal } from '#server/approvals/proposal.ts'
import type { ApprovalRow } from '#server/approvals/proposal.ts'
import { newId } from '#server/lib/ids.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { approvals } from '#server/tables/approvals.ts'
import type { TestApp } from './test-app.ts'

type Proposed = Pick<ApprovalRow, 'kind' | 'circleId' | 'proposedBy'> & {
  readonly touched: readonly string[]
  /** The text of the command; without one nothing of the proposal is kept. */
  readonly act?: string | null
}

/** A proposal as it stands in the tables, due three days from now, of which no ledger tells. */
export async function proposalRow(
  { services, clock }: TestApp,
  { touched, act, ...row }: Proposed,
): Promise<ApprovalRow> {
  const id = newId(clock)
  const now = clock.now()
  const dueAt = new Date(now + 3 * 86_400_000)
  const sealed = act === undefined ? null : sealProposal(services, id, { salt: '', input: null, changes: [], act })
  const [written] = await services.db
    .insert(approvals)
    .values({
      ...row,
      id,
      circleIds: [row.circleId],
      call: 'PATCH /admin/circle',
      sealed,
      bodyHash: '',
      actHash: '',
      state: 'proposed',
      proposedVia: 'password',
      proposedAt: new Date(now),
      dueAt,
      expiresAt: dueAt,
    })
    .returning()
  if (touched.length > 0)
    await services.db.insert(approvalMembers).values(touched.map((userId) => ({ approvalId: id, userId })))
  return written!
}
