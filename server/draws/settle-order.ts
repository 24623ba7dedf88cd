import { and, desc, eq, isNull } from 'drizzle-orm'
import { hasBegun } from '#circle/draw.ts'
import { hasEverybody, isAmong } from '#circle/ledger/orders.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Services } from '#server/context.ts'
import { notifyAll } from '#server/notify/notify.ts'
import { performChange } from '#server/queue/journal.ts'
import { circles } from '#server/tables/circles.ts'
import { isOfOrders, ledger } from '#server/tables/ledger.ts'
import { ticketsIn, readOrders } from './find-order.ts'

/** The current circles in which a proposed order stands. */
export async function circlesWithOrders({ db }: Services): Promise<string[]> {
  const rows = await db
    .selectDistinctOn([ledger.circleId], { circleId: ledger.circleId, kind: ledger.kind })
    .from(ledger)
    .innerJoin(circles, and(eq(circles.id, ledger.circleId), isNull(circles.endedAt), isNull(circles.closedAt)))
    .where(isOfOrders)
    .orderBy(ledger.circleId, desc(ledger.seq))
  return rows.flatMap(({ circleId, kind }) =>
    kind === 'order.proposed' || kind === 'order.accepted' ? [circleId] : [],
  )
}

/**
 * Applies a circle's proposed order once everybody accepted it, in nobody's name; or says that it has fallen, because people came or
 * went or contributions were asked for.
 */
export async function settleOrder(services: Services, circleId: string): Promise<void> {
  const system = { ...services, actorId: null, actor: null, signed: null }
  await withCircle(system, circleId, async (circle) => {
    const { tx, state } = circle
    const { newest: order } = await readOrders(tx, circleId)
    if (order?.ended !== null) return
    const { orderId, memberIds } = order
    const tickets = ticketsIn(state)
    if (hasBegun(state) || !isAmong(order, tickets)) {
      await circle.note({ kind: 'order.lapsed', orderId })
      const facts = { why: hasBegun(state) ? 'begun' : 'people' } as const
      await notifyAll(services, tx, circleId, [...new Set(tickets)], { kind: 'order.ended', facts })
    } else if (hasEverybody(order)) {
      const command = { kind: 'apply_draw', drawId: orderId, memberIds } as const
      await performChange(circle, command, { at: services.clock.now(), actorId: null })
    }
  })
}
