import { withCircle } from '#server/circle-store/with-circle.ts'
import { ensureOpen, getDonation } from '#server/donations/find.ts'
import { insertReport } from '#server/donations/open-report.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'

/**
 * An administrator opens a case of an open donation by themselves, with a reason that both parties read. The case is nobody's
 * report (`reporter_id` null). The first of a donation
 * stops the deadline for a time, and each is decided like any other.
 */
export async function openCase(context: Context, { donationId, reason }: { donationId: string; reason: string }) {
  const { actor, clock } = context
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, perform } = circle
    ensureOpen(await getDonation(tx, actor, donationId))
    const id = newId(clock)
    await perform({ kind: 'open_case', reportId: id, donationId, bounded: true })
    await insertReport(context, circle, { id, donationId, reporterId: null, reason, additionalInfo: null })
    return { id, status: 'PENDING' as const }
  })
}
