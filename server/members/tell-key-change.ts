import { and, eq, inArray } from 'drizzle-orm'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import { notify } from '#server/notify/notify.ts'
import { donations } from '#server/tables/donations.ts'

/**
 * Tells the donors of a member's open donations that those keep the key that they were made with, in the transaction in
 * which another one begins to hold.
 */
export async function tellDonors(services: Services, { tx, id }: LockedCircle, memberId: string): Promise<void> {
  const open = await tx
    .selectDistinct({ donorId: donations.donorId })
    .from(donations)
    .where(
      and(
        eq(donations.circleId, id),
        eq(donations.receiverId, memberId),
        inArray(donations.status, ['PENDING_PAYMENT', 'PENDING_CONFIRMATION']),
      ),
    )
  for (const { donorId } of open) await notify(services, tx, { userId: donorId, kind: 'key.of_receiver', facts: {} })
}
