import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { findUnfinished } from '#circle/ending.ts'
import { mayEndShort } from '#circle/short-ending.ts'
import { APPEAL_MS } from '#circle/ledger/appeals.ts'
import type { BodyOf } from '#contracts/contract.ts'
import type { Tx } from '#server/database/types.ts'
import type { Context } from '#server/context.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import { refuse } from '#server/lib/refusal.ts'
import { isDrawRunning } from '#server/draws/find.ts'
import { readOrders } from '#server/draws/find-order.ts'
import { appeals } from '#server/tables/appeals.ts'
import { circles } from '#server/tables/circles.ts'
import { reports } from '#server/tables/reports.ts'

/**
 * Ends a circle for good: from then on it is only read. One person decides it where everybody received what they gave, since nobody
 * loses by it; else it takes a proposal. Refused while somebody can still be asked, something is open, a decided case can still
 * change, a draw runs, or an order is proposed.
 */
export async function closeCircle(
  context: Context,
  { confirmation }: BodyOf<'POST /admin/circle/close'>,
): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    const { tx, id, state, now } = circle
    const [row] = await tx.select().from(circles).where(eq(circles.id, id))
    if (row!.closedAt) refuse('circle.closed')
    if (confirmation !== row!.name) refuse('circle.wrong_confirmation')
    const unfinished = findUnfinished(state)
    // Others have let it happen by then (server/approvals/closing.ts).
    const isLetBe = context.isProposal === true && mayEndShort(state)
    if (unfinished && !isLetBe) refuse('circle.not_over', unfinished)
    if (await hasCaseThatMayChange(tx, id, now)) refuse('circle.case_recent')
    // Of another rotation: nothing could settle them any more.
    if (await isDrawRunning(tx, id)) refuse('draw.running')
    if ((await readOrders(tx, id)).newest?.ended === null) refuse('order.stands')
    await circle.note({ kind: 'circle.closed' })
    await tx
      .update(circles)
      .set({ closedAt: new Date(now) })
      .where(eq(circles.id, id))
  })
}

/** Whether a decided case can still be appealed against, or its appeal waits. */
export async function hasCaseThatMayChange(tx: Tx, circleId: string, now: number): Promise<boolean> {
  const found = await tx
    .select({ id: reports.id })
    .from(reports)
    .leftJoin(appeals, and(eq(appeals.circleId, reports.circleId), eq(appeals.reportId, reports.id)))
    .where(
      and(
        eq(reports.circleId, circleId),
        isNull(appeals.decidedAt),
        or(sql`${appeals.id} is not null`, gt(reports.endedAt, new Date(now - APPEAL_MS))),
      ),
    )
    .limit(1)
  return found.length > 0
}
