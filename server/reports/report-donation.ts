import { withCircle } from '#server/circle-store/with-circle.ts'
import { ensureOpen, getDonation } from '#server/donations/find.ts'
import { insertReport } from '#server/donations/open-report.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'

/**
 * Either party reports an open donation, once, with a reason. The texts stay in the report; the ledger holds ids,
 * and the hash of the texts.
 */
export async function reportDonation(
  context: Context,
  input: { donationId: string; reason: string; additionalInfo?: string | undefined; words_salt?: string | undefined },
) {
  const { actor, clock } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, perform } = circle
    ensureOpen(await getDonation(tx, actor, input.donationId))
    const reportId = newId(clock)
    await perform({ kind: 'report', reportId, donationId: input.donationId, memberId: actor.id })
    const { donationId, reason, additionalInfo } = input
    const report = { id: reportId, donationId, reporterId: actor.id, reason, additionalInfo: additionalInfo || null }
    await insertReport(context, circle, report, input.words_salt)
    return { id: reportId, status: 'PENDING' as const }
  })
}
