import { and, count, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { hasBegun } from '#circle/draw.ts'
import { CHANGES_BY_HAND } from '#circle/queue-changes.ts'
import { isAmong } from '#circle/ledger/orders.ts'
import type { CircleState } from '#circle/state.ts'
import { errors } from '#contracts/errors.ts'
import type { CircleRow } from '#server/circle-store/find-circle.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Context } from '#server/context.ts'
import { namesOf } from '#server/members/names-of.ts'
import { draws } from '#server/tables/draws.ts'
import { isAboutCircle, ledger } from '#server/tables/ledger.ts'
import { queueChanges } from '#server/tables/queue-changes.ts'
import type { DrawRow } from './find.ts'
import { ticketsIn, readOrders } from './find-order.ts'
import type { FoundOrder } from './find-order.ts'
import { drawView } from './view-draw.ts'
import type { Answer } from './view-draw.ts'

/** Draws are few; of an operator who begins again and again the last fifty say enough, and the ledger has all. */
const SHOWN_MAX = 50

/** The draws of the actor's circle, newest first, and how the order of the first queue came about. */
export async function listDraws(context: Context): Promise<Answer> {
  const { actor, db } = context
  const { circleId } = actor
  const rows = await db
    .select()
    .from(draws)
    .where(eq(draws.circleId, circleId))
    .orderBy(desc(draws.seq))
    .limit(SHOWN_MAX)
  const idsOf = rows.flatMap(({ memberIds }) => memberIds)
  const names = actor.administers ? await namesOf(db, idsOf) : null
  const data = []
  for (const row of rows) data.push(await drawView(context, row, names))
  const orders = await readOrders(db, circleId)
  const { circle, state } = await readCircle(context, circleId)
  return {
    data,
    proposal: await proposalView(context, orders, state, rows),
    order: await orderOf(context, rows, orders, await broughtSeqOf(context, state)),
    tickets: actor.administers ? ticketsIn(state) : [],
    why_not: whyNot(rows, orders, state, circle),
  }
}

/** The newest proposed order, unless something came after it; one that holds only to those who saw its names before. */
async function proposalView(
  context: Context,
  { newest: order }: FoundOrder,
  state: CircleState,
  [lastDraw]: readonly DrawRow[],
): Promise<Answer['proposal']> {
  if (!order || order.seq < (lastDraw?.seq ?? 0)) return null
  const isFallen = order.ended === 'lapsed' || hasBegun(state) || !isAmong(order, ticketsIn(state))
  const { actor } = context
  const isAgreed = order.ended === 'applied'
  if (isAgreed ? !actor.administers && !order.accepted.has(actor.id) : order.ended !== null && hasBegun(state))
    return null
  const names = await namesOf(context.db, order.memberIds)
  return {
    circle_id: actor.circleId,
    id: order.orderId,
    state: isAgreed ? 'agreed' : order.ended === 'withdrawn' ? 'withdrawn' : isFallen ? 'fallen' : 'open',
    people: order.memberIds.map((id) => ({
      id,
      name: names.get(id) ?? 'Participante que saiu',
      own: id === actor.id && actor.helperId === null,
      accepted: actor.administers ? order.accepted.has(id) : null,
    })),
    accepted: order.accepted.size,
    mine: order.accepted.has(actor.id),
  }
}

/** Where the order comes from, and the changes of the first queue by hand since then: all, and those without a reason. */
async function orderOf(
  { actor, db }: Context,
  rows: readonly DrawRow[],
  { appliedSeq }: FoundOrder,
  broughtSeq: number,
): Promise<Answer['order']> {
  const last = rows.find(({ state }) => state === 'done')
  const drawnSeq = last?.endSeq ?? 0
  const isBroughtIn = broughtSeq > Math.max(appliedSeq, drawnSeq)
  const isAgreed = !isBroughtIn && appliedSeq > drawnSeq
  const [changes] = await db
    .select({
      all: count(),
      without: sql<number>`count(*) filter (where ${queueChanges.reasonSeq} is null)`.mapWith(Number),
    })
    .from(queueChanges)
    .where(
      and(
        eq(queueChanges.circleId, actor.circleId),
        eq(queueChanges.level, 1),
        inArray(queueChanges.kind, CHANGES_BY_HAND),
        gt(queueChanges.seq, Math.max(appliedSeq, drawnSeq, broughtSeq)),
      ),
    )
  const drawId = isAgreed || isBroughtIn ? null : (last?.id ?? null)
  const made = { draw_id: drawId, is_agreed: isAgreed, is_brought_in: isBroughtIn }
  return { ...made, changes: changes!.all, without_reason: changes!.without }
}

/** The entry with which a roda came in that had begun before; 0 where it begins here. */
async function broughtSeqOf({ actor, db }: Context, { isBroughtIn }: CircleState): Promise<number> {
  if (!isBroughtIn) return 0
  const isIt = and(eq(ledger.circleId, actor.circleId), isAboutCircle, eq(ledger.kind, 'circle.brought_in'))
  const [came] = await db.select({ seq: ledger.seq }).from(ledger).where(isIt)
  return came!.seq
}

function whyNot(
  rows: readonly DrawRow[],
  { newest }: FoundOrder,
  state: CircleState,
  { closedAt, beginning }: Pick<CircleRow, 'closedAt' | 'beginning'>,
): string | null {
  if (closedAt !== null) return errors['circle.closed'].message
  if (rows.some((row) => row.state === 'running')) return errors['draw.running'].message
  if (hasBegun(state)) return errors['draw.not_first'].message
  if (beginning !== null) return errors['beginning.waits'].message
  return newest?.ended === null ? errors['order.stands'].message : null
}
