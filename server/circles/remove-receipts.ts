import { and, eq, isNotNull } from 'drizzle-orm'
import { caseEntries } from '#server/tables/case-entries.ts'
import { donationParts, NO_PART_RECEIPT } from '#server/tables/donation-parts.ts'
import { donations, NO_RECEIPT } from '#server/tables/donations.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'
import { receiptSketches } from '#server/tables/receipt-sketches.ts'
import { scheduleDeletion } from '#server/files/remove.ts'
import type { Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'

/** Receipts, and pictures of cases, are personal, and a demonstration that was reset no longer needs them. */
export async function removeReceipts(context: Context, tx: Tx, circleId: string): Promise<void> {
  const sent = await tx
    .selectDistinct({ sha256: donations.receiptSha256 })
    .from(donations)
    .where(and(eq(donations.circleId, circleId), isNotNull(donations.receiptSha256)))
  await tx
    .update(donations)
    .set(NO_RECEIPT)
    .where(and(eq(donations.circleId, circleId), isNotNull(donations.receiptSha256)))
  await tx.delete(receiptSketches).where(eq(receiptSketches.circleId, circleId))
  const ofCircle = eq(rejectedReceipts.circleId, circleId)
  const rejected = await tx.select({ sha256: rejectedReceipts.receiptSha256 }).from(rejectedReceipts).where(ofCircle)
  await tx
    .update(rejectedReceipts)
    .set({ receiptSha256: null, receiptPixelHash: null, pixTransaction: null })
    .where(ofCircle)
  const isPart = eq(donationParts.circleId, circleId)
  const parts = await tx.select({ sha256: donationParts.receiptSha256 }).from(donationParts).where(isPart)
  await tx.update(donationParts).set(NO_PART_RECEIPT).where(isPart)
  const inCircle = and(eq(caseEntries.circleId, circleId), isNotNull(caseEntries.pictureSha256))
  const said = await tx.select({ sha256: caseEntries.pictureSha256 }).from(caseEntries).where(inCircle)
  await tx.update(caseEntries).set({ pictureSha256: null }).where(inCircle)
  await scheduleDeletion(
    context,
    tx,
    [...sent, ...rejected, ...parts, ...said].map(({ sha256 }) => sha256),
  )
}
