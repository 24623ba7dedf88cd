import { eq } from 'drizzle-orm'
import type { AnswerOf } from '#contracts/contract.ts'
import { record } from '#server/access/record-access.ts'
import type { Context } from '#server/context.ts'
import { approvalMembers } from '#server/tables/approval-members.ts'
import { usersById } from '#server/members/view.ts'
import { refuse } from '#server/lib/refusal.ts'
import { nameOf } from './change.ts'
import { ensureMayDecide } from './decide.ts'
import { bodyText, openProposal } from './proposal.ts'
import { getApproval } from './queries.ts'

/** Without a command, these are known to the ledger by the hash of all that was asked. */
const KNOWN_BY_BODY: readonly string[] = ['payment_key', 'change_operator', 'add_administrator']

/**
 * The very texts whose hashes the ledger has of a proposal, for the device of whoever may approve it. A new key is among
 * them whole, which its member's access log says. Refuses as approving does.
 */
export async function openForApproval(
  context: Context,
  { approvalId }: { approvalId: string },
): Promise<AnswerOf<'GET /admin/approvals/{id}/opening'>> {
  const { actor, db } = context
  const row = await getApproval(context, db, approvalId)
  await ensureMayDecide(context, db, row)
  const { act, input, salt } = openProposal(context, row) ?? refuse('approval.changed')
  const touched = (
    await db
      .select({ id: approvalMembers.userId })
      .from(approvalMembers)
      .where(eq(approvalMembers.approvalId, approvalId))
  ).map(({ id }) => id)
  const people = await usersById(db, touched)
  if (row.kind === 'payment_key')
    await record(context, db, 'user.viewed', { circleId: row.circleId, actorId: actor.id, subjectId: touched[0]! })
  return {
    act: act ?? null,
    body: KNOWN_BY_BODY.includes(row.kind) && input ? bodyText(salt, row.call, input) : null,
    people: touched.map((id) => ({ id, name: nameOf(people.get(id)) })),
  }
}
