import { and, eq, isNull } from 'drizzle-orm'
import { record } from '#server/access/record-access.ts'
import { fileUrl } from '#server/files/address.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { donationParts } from '#server/tables/donation-parts.ts'
import { donations } from '#server/tables/donations.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'
import type { DonationRow } from './find.ts'
import { getDonation } from './find.ts'

/**
 * The signed, short-lived address of a donation's receipt, for its parties and administrators; its donor can read from then
 * on that the receiver saw it. Refuses when there is none.
 */
export async function presentReceipt(context: Context, { donationId }: { donationId: string }) {
  const donation = await getDonation(context.db, context.actor, donationId)
  const presented = await present(context, donation, donation.receiptSha256)
  if (donation.receiverId === context.actor.id) await noteSeen(context, donation)
  return presented
}

/** The signed, short-lived address of a receipt that was rejected, for the same people. Refuses when it is gone. */
export async function presentRejected(
  context: Context,
  { donationId, attempt }: { donationId: string; attempt: number },
) {
  const donation = await getDonation(context.db, context.actor, donationId)
  const [rejected] = await context.db
    .select({ sha256: rejectedReceipts.receiptSha256 })
    .from(rejectedReceipts)
    .where(
      and(
        eq(rejectedReceipts.circleId, donation.circleId),
        eq(rejectedReceipts.donationId, donation.id),
        eq(rejectedReceipts.attempt, attempt),
      ),
    )
  return present(context, donation, rejected?.sha256 ?? null)
}

/** The same of a part that was confirmed. */
export async function presentPart(context: Context, { donationId, part }: { donationId: string; part: number }) {
  const donation = await getDonation(context.db, context.actor, donationId)
  const { circleId, id } = donation
  const isMeant = and(
    eq(donationParts.circleId, circleId),
    eq(donationParts.donationId, id),
    eq(donationParts.part, part),
  )
  const [kept] = await context.db.select({ sha256: donationParts.receiptSha256 }).from(donationParts).where(isMeant)
  return present(context, donation, kept?.sha256 ?? null)
}

/** Only what was shown counts as seen: not a receipt that replaced it meanwhile. */
async function noteSeen({ db, clock }: Context, { circleId, id, receiptSha256 }: DonationRow): Promise<void> {
  await db
    .update(donations)
    .set({ receiptSeenAt: new Date(clock.now()) })
    .where(
      and(
        eq(donations.circleId, circleId),
        eq(donations.id, id),
        eq(donations.receiptSha256, receiptSha256!),
        isNull(donations.receiptSeenAt),
      ),
    )
}

async function present(context: Context, donation: DonationRow, sha256: string | null) {
  if (sha256 === null) refuse('donation.no_receipt')
  if (context.actor.administers)
    await record(context, context.db, 'receipt.viewed', {
      circleId: context.actor.circleId,
      actorId: context.actor.id,
      subjectId: donation.donorId,
    })
  return { comprovanteUrl: fileUrl(context, sha256, 'receipt') }
}
