import { and, desc, eq, gt, gte, inArray, lt, not, or, sql } from 'drizzle-orm'
import type { CircleState, Entry } from '#circle/state.ts'
import { donations } from '#server/tables/donations.ts'
import { obligations } from '#server/tables/obligations.ts'
import { dayStart, today } from '#server/lib/days.ts'
import type { Context } from '#server/context.ts'

/** The maximum number of donations drawn; a full circle's month stays well below it. */
const GIFTS_MAX = 400

/**
 * The first queue as a ring, with the donations between its positions: the open ones, and those confirmed this month
 * whenever they were created; what is paid ahead is of its own month, what is late of one before, and what is left out for later asked
 * of nobody this month. It holds positions only, since names are known only to a donation's two parties.
 */
export async function ringOf(context: Context, { entries, members }: CircleState) {
  const { actor, clock } = context
  const period = today(clock.now()).slice(0, 7)
  const places = [...entries.values()]
    .filter(({ level }) => level === 1)
    .toSorted((one, other) => one.position - other.position)
  const { placesOf, from, to } = endsOf(places)
  const gifts = await giftsOf(context, [...members.keys()], period)
  const hasPaid = new Map<string, boolean>()
  for (const { donorId, status, late } of gifts)
    if (!late && placesOf(donorId).length > 0)
      hasPaid.set(donorId, (hasPaid.get(donorId) ?? true) && status !== 'PENDING_PAYMENT')
  return {
    period,
    people: { asked: hasPaid.size, paid: [...hasPaid.values()].filter(Boolean).length },
    places: places.map(({ memberId, position, isReceiver }) => ({
      position,
      receiver: isReceiver,
      own: memberId === actor.id,
    })),
    gifts: gifts.map(({ donorId, receiverId, status, late }) => ({
      from: from(donorId),
      to: to(receiverId),
      status,
      late,
      own: donorId === actor.id || receiverId === actor.id,
    })),
  }
}

/** The positions between which donations are drawn. `from` is asked once for each of them, in their order. */
function endsOf(places: readonly Entry[]) {
  const placesOf = (memberId: string | null) => places.filter((place) => place.memberId === memberId)
  const given = new Map<string, number>()
  /** Of a giver with several places each contribution stands at another; one to somebody, at the place that receives. */
  const from = (donorId: string) => {
    const nth = given.get(donorId) ?? 0
    given.set(donorId, nth + 1)
    const own = placesOf(donorId)
    return own[nth % own.length]?.position ?? null
  }
  const to = (receiverId: string | null) => {
    const own = placesOf(receiverId)
    return (own.find(({ isReceiver }) => isReceiver) ?? own[0])?.position ?? null
  }
  return { placesOf, from, to }
}

/** The donations that the ring of a month draws: the open ones, then those that ended, the latest first. */
async function giftsOf(context: Context, memberIds: readonly string[], period: string) {
  const { actor, clock, db } = context
  const now = new Date(clock.now()).toISOString()
  const isOpen = sql`${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`
  const confirmedThisMonth = and(
    sql`${donations.status} = 'CONFIRMED'`,
    // The index of ended donations is by donor; naming the donors avoids reading years of history for one month.
    inArray(donations.donorId, [...memberIds]),
    gte(donations.endedAt, dayStart(`${period}-01`)),
  )
  const paidAhead = await paidBefore(context, period)
  /** Its donors are named for the same reason. */
  const isPaidAhead = and(
    sql`${donations.status} = 'CONFIRMED'`,
    inArray(
      donations.donorId,
      paidAhead.map(({ donorId }) => donorId),
    ),
    inArray(
      donations.obligationId,
      paidAhead.map(({ id }) => id),
    ),
  )
  return await db
    .select({
      donorId: donations.donorId,
      receiverId: donations.receiverId,
      // A part that was sent is not yet the contribution.
      status: sql<
        (typeof donations.$inferSelect)['status']
      >`case when ${donations.status} = 'PENDING_CONFIRMATION' and ${donations.paidCents} + ${donations.sentCents} < ${donations.amountCents}
        then 'PENDING_PAYMENT' else ${donations.status}::text end`,
      late: sql<boolean>`${obligations.type} <> 'PULL' or coalesce(${obligations.period} < ${period}, false)
        or (${donations.status} <> 'CONFIRMED' and coalesce(${obligations.pausedUntil} > ${now}::timestamptz, false))`,
    })
    .from(donations)
    .innerJoin(
      obligations,
      and(eq(obligations.circleId, donations.circleId), eq(obligations.id, donations.obligationId)),
    )
    .where(
      and(
        eq(donations.circleId, actor.circleId),
        eq(donations.target, 1),
        or(isOpen, confirmedThisMonth, isPaidAhead),
        not(and(eq(obligations.isAhead, true), gt(obligations.period, period))!),
      ),
    )
    .orderBy(sql`${donations.endedAt} desc nulls first`, desc(donations.id))
    .limit(GIFTS_MAX)
}

/** The contributions of a month that ended before it. */
async function paidBefore({ actor, db }: Context, period: string) {
  return await db
    .select({ id: obligations.id, donorId: obligations.memberId })
    .from(obligations)
    .where(
      and(
        eq(obligations.circleId, actor.circleId),
        eq(obligations.type, 'PULL'),
        eq(obligations.period, period),
        eq(obligations.isAhead, false),
        lt(obligations.endedAt, dayStart(`${period}-01`)),
      ),
    )
}
