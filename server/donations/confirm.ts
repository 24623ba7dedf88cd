import { and, eq } from 'drizzle-orm'
import { upgradesOffered } from '#circle/levels.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { donations } from '#server/tables/donations.ts'
import { ensureOpen, getDonation } from './find.ts'

/**
 * The receiver confirms that the money arrived; an administrator confirms for the administrative account. Refuses a
 * second confirmation, a confirmation before the receipt, and any other person.
 */
export async function confirmDonation(context: Context, { donationId }: { donationId: string }) {
  const { actor } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const donation = await getDonation(circle.tx, actor, donationId)
    ensureOpen(donation)
    const by = actor.role === 'ADMIN' ? 'administration' : { memberId: actor.id }
    // Before it is confirmed, for then the row stays as it is; a refusal takes this back too.
    if (by !== 'administration')
      await circle.tx
        .update(donations)
        .set({ confirmationSigned: Boolean(context.signed) })
        .where(and(eq(donations.circleId, circle.id), eq(donations.id, donationId)))
    const events = await circle.perform({ kind: 'confirm', donationId, by })
    const { receiverId } = donation
    return {
      level_completed: events.some((event) => event.kind === 'turn.completed' && event.memberId === receiverId),
      upgrade_available: receiverId !== null && upgradesOffered(circle.state, receiverId).length > 0,
    }
  })
}
