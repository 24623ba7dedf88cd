import { hasBegun } from '#circle/draw.ts'
import { isAmong, orderText } from '#circle/ledger/orders.ts'
import type { ProposedOrder } from '#circle/ledger/orders.ts'
import { CAPACITY } from '#circle/queue.ts'
import { sha256 } from '#server/circle-store/ledger-chain.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { LockedCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { readHelpers } from '#server/helpers/queries.ts'
import { newId } from '#server/lib/ids.ts'
import { refuse } from '#server/lib/refusal.ts'
import { notifyAll } from '#server/notify/notify.ts'
import { ensureMayBegin } from './ensure-may-begin.ts'
import { ticketsIn, readOrders } from './find-order.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Proposes a first order of everybody who is approved; all of them are told, and accept it. Refused once contributions were asked
 * for, while a draw runs or another order is proposed, and where somebody takes part with a helper, who agrees to no place for them.
 */
export async function proposeOrder(
  context: Context,
  { memberIds }: { readonly memberIds: readonly string[] },
): Promise<void> {
  const { actor, clock } = context
  await withCircle(context, actor.circleId, async (circle) => {
    const { tx, id: circleId, state } = circle
    await ensureMayBegin(circle)
    const tickets = ticketsIn(state)
    const approved = [...new Set(tickets)]
    if (approved.length < 2 || tickets.length > CAPACITY || !isAmong({ memberIds }, tickets)) refuse('order.people')
    const helpers = await readHelpers(tx, circleId)
    if (approved.some((id) => helpers.helperOf(id) !== null)) refuse('order.helped')
    const orderId = newId(clock)
    const hash = sha256(orderText(circleId, orderId, memberIds))
    await circle.note({ kind: 'order.proposed', orderId, memberIds: memberIds.join(','), hash })
    await notifyAll(context, tx, circleId, approved, { kind: 'order.proposed', facts: {} })
  })
}

/**
 * A member accepts the proposed order under their device's signature of its hash; sent twice it is written once. With the last one
 * it holds at once.
 */
export async function acceptOrder(
  context: Context,
  { orderId, hash }: { readonly orderId: string; readonly hash: string },
): Promise<void> {
  const { actor, signed } = context
  if (!signed) refuse('signature.needed')
  await withCircle(context, actor.circleId, async (circle) => {
    const order = await getStanding(circle, orderId)
    if (order.hash !== hash || !isAmong(order, ticketsIn(circle.state)) || hasBegun(circle.state)) refuse('order.over')
    if (order.accepted.has(actor.id)) return
    await circle.note({ kind: 'order.accepted', orderId, memberId: actor.id, hash })
  })
  await settleOrder(context, actor.circleId)
}

/** Takes a proposed order back before it holds; everybody is told. */
export async function withdrawOrder(context: Context, { orderId }: { readonly orderId: string }): Promise<void> {
  await withCircle(context, context.actor.circleId, async (circle) => {
    const order = await getStanding(circle, orderId)
    await circle.note({ kind: 'order.withdrawn', orderId })
    const facts = { why: 'withdrawn' } as const
    await notifyAll(context, circle.tx, circle.id, [...new Set(order.memberIds)], { kind: 'order.ended', facts })
  })
}

async function getStanding({ tx, id }: LockedCircle, orderId: string): Promise<ProposedOrder> {
  const { newest, knows } = await readOrders(tx, id)
  if (!knows(orderId)) refuse('resource.not_found')
  return newest?.orderId === orderId && newest.ended === null ? newest : refuse('order.over')
}
