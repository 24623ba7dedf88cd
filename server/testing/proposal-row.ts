import type { CallName } from '#contracts/contract.ts'
import { hashOfBody, sealProposal } from '#server/approvals/proposal.ts'
import type { ApprovalRow } from '#server/approvals/proposal.ts'
import type { Input } from '#server/handler.ts'
import { newId } from '#server/lib/ids.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { approvals } from '#server/tables/approvals.ts'
import type { TestApp } from './test-app.ts'

const CALL = 'PATCH /admin/circle'

type Proposed = Pick<ApprovalRow, 'kind' | 'circleId' | 'proposedBy'> & {
  readonly touched: readonly string[]
  /** The text of the command; without one, and without an input, nothing of the proposal is kept. */
  readonly act?: string | null
  /** The body of the call that was made, which changes who answers for a circle. */
  readonly body?: object
}

/** A proposal as it stands in the tables, due three days from now, of which no ledger tells. */
export async function proposalRow(
  { services, clock }: TestApp,
  { touched, act, body, ...row }: Proposed,
): Promise<ApprovalRow> {
  const id = newId(clock)
  const now = clock.now()
  const dueAt = new Date(now + 3 * 86_400_000)
  const input = body === undefined ? null : ({ params: {}, query: {}, body } as unknown as Input<CallName>)
  const kept = { salt: '', input, changes: [], act: act ?? null }
  const bodyHash = input === null ? '' : hashOfBody('', CALL, input)
  const [written] = await services.db
    .insert(approvals)
    .values({
      ...row,
      id,
      circleIds: [row.circleId],
      call: CALL,
      sealed: act === undefined && input === null ? null : sealProposal(services, id, kept),
      bodyHash,
      actHash: bodyHash,
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
