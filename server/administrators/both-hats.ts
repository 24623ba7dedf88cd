import { eq } from 'drizzle-orm'
import type { AdministratorRole } from '#contracts/forms/administrators.ts'
import { isClosed } from '#contracts/labels.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { CircleContext } from '#server/circle-store/with-circle.ts'
import type { Tx } from '#server/database/types.ts'
import { refuse } from '#server/lib/refusal.ts'
import { circles } from '#server/tables/circles.ts'
import type { users } from '#server/tables/users.ts'
import { nameInTerms } from './take-part.ts'

type Member = typeof users.$inferSelect

/**
 * Refuses a member who cannot administer as well: of a demonstration, of a circle that is over, not let in or suspended;
 * and anybody who would only audit, since who takes part reads as a member does.
 */
export async function ensureMayBoth(
  tx: Tx,
  { circleId, status, adminApproved }: Pick<Member, 'circleId' | 'status' | 'adminApproved'>,
  role: AdministratorRole,
): Promise<void> {
  const [circle] = await tx.select().from(circles).where(eq(circles.id, circleId))
  const goesOn = circle?.mode === 'real' && circle.closedAt === null && circle.endedAt === null
  if (!goesOn || !adminApproved || isClosed(status)) refuse('administrator.is_member')
  if (role !== 'ADMIN') refuse('administrator.takes_part')
}

/** Says in the ledger and the terms of their circle that a member administers it from now on. Everybody is asked to accept anew. */
export async function sayBoth(
  context: CircleContext,
  tx: Tx,
  user: Pick<Member, 'id' | 'circleId' | 'firstName' | 'lastName'>,
  at: Date,
): Promise<void> {
  await withCircle({ ...context, db: tx }, user.circleId, async (circle) => {
    await nameInTerms(circle, user, at)
    await circle.note({ kind: 'administrator.participates', memberId: user.id })
  })
}
