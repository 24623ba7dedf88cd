import { eq, sql } from 'drizzle-orm'
import { NOTHING_BESIDE, noteCaseWords } from '#server/circle-store/case-words.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { circles } from '#server/tables/circles.ts'
import { ensureOpen, getDonation } from '#server/donations/find.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { reports } from '#server/tables/reports.ts'

/**
 * Either party reports an open donation, once, with a reason. The texts stay in the report; the ledger holds ids,
 * and the hash of the texts.
 */
export async function reportDonation(
  context: Context,
  input: { donationId: string; reason: string; additionalInfo?: string | undefined },
) {
  const { actor, clock } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, perform } = circle
    ensureOpen(await getDonation(tx, actor, input.donationId))
    const reportId = newId(clock)
    const now = new Date(clock.now())
    await perform({ kind: 'report', reportId, donationId: input.donationId, memberId: actor.id })
    const additionalInfo = input.additionalInfo || null
    const salt = await noteCaseWords(circle, {
      donationId: input.donationId,
      reportId,
      wordsId: reportId,
      what: 'reason',
      text: input.reason,
      more: additionalInfo,
      ...NOTHING_BESIDE,
    })
    await tx.insert(reports).values({
      circleId: actor.circleId,
      id: reportId,
      donationId: input.donationId,
      reporterId: actor.id,
      reason: input.reason,
      additionalInfo,
      salt,
      status: 'PENDING',
      reportedAt: now,
      updatedAt: now,
    })
    await tx
      .update(circles)
      .set({ reportsMade: sql`${circles.reportsMade} + 1` })
      .where(eq(circles.id, actor.circleId))
    return { id: reportId, status: 'PENDING' as const }
  })
}
