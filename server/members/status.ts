import { isClosed } from '#contracts/labels.ts'
import type { UserStatus } from '#contracts/labels.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import { refuse } from '#server/lib/refusal.ts'
import { isParticipant } from '#server/tables/users.ts'
import type { users } from '#server/tables/users.ts'

/**
 * Brings the circle in line with a person's new status, whatever it was before; returns whether this approves them. A
 * closed account (suspended or inactive) loses every position and its obligations are cancelled; an open one belongs to
 * the circle again. An open status for somebody not approved yet is an approval. Refuses to let an approved person wait
 * for approval.
 */
export async function applyStatus(
  { perform, state }: LockedCircle,
  user: typeof users.$inferSelect,
  status: UserStatus,
): Promise<{ approves: boolean }> {
  if (!isParticipant(user)) return { approves: false }
  if (!user.adminApproved) {
    if (isClosed(status) || status === 'PENDING') return { approves: false }
    await perform({ kind: 'approve_member', memberId: user.id })
    return { approves: true }
  }
  if (status === 'PENDING') refuse('member.already_approved')
  const standing = state.members.get(user.id)?.status
  if (isClosed(status) && standing === 'approved')
    await perform({ kind: 'depart_member', memberId: user.id, how: 'suspended' })
  if (!isClosed(status) && standing === 'suspended') await perform({ kind: 'reinstate_member', memberId: user.id })
  return { approves: false }
}
