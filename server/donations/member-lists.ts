import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { paginationOf, seekPage, walkOrder } from '#server/database/pages.ts'
import type { PageRequest, Walk } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { asDonor, asReceiver, ofCircle, readDonations, readPrepared } from './read-donations.ts'
import { donations, paymentOf } from '#server/tables/donations.ts'
import { obligations } from '#server/tables/obligations.ts'
import { viewDonations } from './queries.ts'
import { viewWaiting } from './waiting.ts'
import { isOpenStatus, keysetWhere } from './walk.ts'

/** An id that no row has, for a list of ids must not be empty. */
const NONE = '00000000-0000-0000-0000-000000000000'

/**
 * The donations that the actor has to pay: open donations by deadline, then obligations still waiting for a receiver,
 * oldest first.
 */
export async function listToSend(context: Context) {
  const { actor, db } = context
  const open = await readToSend(context)
  const waiting = await db
    .select()
    .from(obligations)
    .where(
      and(
        eq(obligations.circleId, actor.circleId),
        eq(obligations.memberId, actor.id),
        eq(obligations.status, 'waiting'),
      ),
    )
    .orderBy(asc(obligations.order))
  return [...(await viewDonations(context, open)), ...(await viewWaiting(context, waiting))]
}

/** The open donations that the actor will receive, by deadline. */
export async function listToReceive(context: Context) {
  return viewDonations(context, await readToReceive(context))
}

const byDeadline = sql`order by ${donations.deadlineAt}, ${donations.id}`

const readToSend = readPrepared(
  'donations_to_send',
  () => sql`select * from ${donations} where ${and(ofCircle, asDonor, isOpenStatus)} ${byDeadline}`,
)
const readToReceive = readPrepared(
  'donations_to_receive',
  () => sql`select * from ${donations} where ${and(ofCircle, asReceiver, isOpenStatus)} ${byDeadline}`,
)

type HistoryRequest = PageRequest & { readonly holds?: string | undefined }

/**
 * The actor's ended donations, newest first, without contact or payment details. `holds`: the page in which this one stands, the first
 * where it is none of them.
 */
export async function listHistory(context: Context, { holds, ...request }: HistoryRequest) {
  const { actor, db } = context
  const asked = holds === undefined ? request : { ...request, page: await pageOf(context, holds, request.limit) }
  const total =
    (await db.$count(donations, endedOf(context, donations.donorId))) +
    (await db.$count(donations, endedOf(context, donations.receiverId)))
  const ids = await walkHistory(context, seekPage(asked, total))
  const found = await readDonations(
    context,
    sql`select * from ${donations} where ${and(eq(donations.circleId, actor.circleId), inArray(donations.id, [NONE, ...ids]))}`,
  )
  const byId = new Map(found.rows.map((row) => [row.id, row]))
  const payments = Map.groupBy(ids, (id) => paymentOf(byId.get(id)!) ?? id)
  const data = (await viewDonations(context, { ...found, rows: ids.map((id) => byId.get(id)!) })).map((view) => ({
    ...view,
    role: view.donorId === actor.id ? ('DONOR' as const) : ('RECEIVER' as const),
    payment_id: payments.get(paymentOf(byId.get(view.id)!) ?? view.id)![0]!,
  }))
  return { data, pagination: paginationOf(asked, total) }
}

/** The page of the history in which a donation stands: as many are newer on both sides. */
async function pageOf(context: Context, id: string, limit: number): Promise<number> {
  const { actor, db } = context
  const isNewer = keysetWhere(actor.circleId, donations.endedAt, id, true)
  const given = await db.$count(donations, and(endedOf(context, donations.donorId), isNewer))
  const received = await db.$count(donations, and(endedOf(context, donations.receiverId), isNewer))
  return Math.floor((given + received) / limit) + 1
}

/**
 * The actor's ended donations on one side, written like that side's partial index. Nobody donates to themselves, so the
 * two sides never overlap.
 */
function endedOf({ actor }: Context, side: typeof donations.donorId | typeof donations.receiverId): SQL {
  return and(
    eq(donations.circleId, actor.circleId),
    eq(side, actor.id),
    sql`${donations.status} in ('CONFIRMED', 'EXPIRED', 'CANCELLED')`,
  )!
}

/**
 * The ids of one page of the actor's history. Both sides' indexes are read up to that page and merged; a single `or`
 * would make PostgreSQL sort all rows.
 */
async function walkHistory(context: Context, { reversed, from, skip, take }: Walk): Promise<string[]> {
  if (take === 0) return []
  const { actor, db } = context
  const beside = from === null ? undefined : keysetWhere(actor.circleId, donations.endedAt, from, reversed)
  const order = sql.join(walkOrder(reversed, donations.endedAt, donations.id), sql`, `)
  const side = (party: typeof donations.donorId | typeof donations.receiverId) =>
    sql`(select ${donations.endedAt}, ${donations.id} from ${donations} where ${and(endedOf(context, party), beside)} order by ${order} limit ${skip + take})`
  const direction = reversed
    ? sql`ended_at asc nulls first, id asc nulls first`
    : sql`ended_at desc nulls last, id desc nulls last`
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from (${side(donations.donorId)} union all ${side(donations.receiverId)}) as "sides" order by ${direction} limit ${take} offset ${skip}`,
  )
  const ids = rows.map(({ id }) => id)
  return reversed ? ids.reverse() : ids
}
