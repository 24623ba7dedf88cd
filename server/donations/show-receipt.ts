import { record } from '#server/access/record-access.ts'
import { fileUrl } from '#server/files/address.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { getDonation } from './find.ts'

/**
 * The signed, short-lived address of a donation's receipt, for its parties and administrators. Refuses when there is
 * none.
 */
export async function presentReceipt(context: Context, { donationId }: { donationId: string }) {
  const donation = await getDonation(context.db, context.actor, donationId)
  if (donation.receiptSha256 === null) refuse('donation.no_receipt')
  if (context.actor.role === 'ADMIN')
    await record(context, context.db, 'receipt.viewed', {
      circleId: context.actor.circleId,
      actorId: context.actor.id,
      subjectId: donation.donorId,
    })
  return { comprovanteUrl: fileUrl(context, donation.receiptSha256, 'receipt') }
}
