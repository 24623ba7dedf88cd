import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { withCircle } from '#server/circle/door.ts'
import { keepImage } from '#server/files/keep.ts'
import type { Tx } from '#server/lib/database/types.ts'
import type { Context } from '#server/lib/http/context.ts'
import { ensureOpen, getDonation } from './find.ts'
import { donations } from './table.ts'

/**
 * The donor sends a payment proof, or replaces the one before. The image is cleaned and stored before the circle is locked;
 * an image already used on another donation is accepted and flagged to both parties and administrators.
 */
export async function sendReceipt(context: Context, input: { donationId: string; comprovanteBase64: string }) {
  const { actor, clock } = context
  const { donationId } = input
  // Refused before the picture is worked on; asked again under the lock.
  ensureOpen(await getDonation(context.db, actor, donationId))
  const { image, sha256 } = await keepImage(context, input.comprovanteBase64, 'receipt', 'comprovanteBase64')
  return withCircle(context, actor.circleId, async ({ tx, perform }) => {
    const donation = await getDonation(tx, actor, donationId)
    ensureOpen(donation)
    const receipt = { receiptSha256: sha256, receiptPixelHash: image.pixelHash, receiptSentAt: new Date(clock.now()) }
    const receiptReused = await isUsedElsewhere(tx, actor.circleId, donationId, receipt)
    await tx
      .update(donations)
      .set({ ...receipt, receiptReused })
      .where(and(eq(donations.circleId, actor.circleId), eq(donations.id, donationId), inArray(donations.status, ['PENDING_PAYMENT', 'PENDING_CONFIRMATION'])))
    await perform({ kind: 'send_receipt', donationId, memberId: actor.id })
    return { status: 'PENDING_CONFIRMATION' as const, receipt_reused: receiptReused }
  })
}

async function isUsedElsewhere(
  tx: Tx,
  circleId: string,
  donationId: string,
  receipt: { receiptSha256: string; receiptPixelHash: string },
): Promise<boolean> {
  const [other] = await tx
    .select({ one: sql`1` })
    .from(donations)
    .where(
      and(
        eq(donations.circleId, circleId),
        ne(donations.id, donationId),
        or(eq(donations.receiptSha256, receipt.receiptSha256), eq(donations.receiptPixelHash, receipt.receiptPixelHash)),
      ),
    )
    .limit(1)
  return other !== undefined
}
