import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { nextPull } from '#circle/period.ts'
import type { PaymentKey } from '#circle/payment-key.ts'
import type { Level } from '#circle/plan.ts'
import { donationCode } from '#contracts/payment/br-code.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { walkOrder, seekPage } from '#server/database/pages.ts'
import type { PageRequest, Walk } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#server/lib/money.ts'
import { keysById, openKey, shownKey } from '#server/members/payment-keys.ts'
import { openPersonal } from '#server/members/personal.ts'
import { usersById } from '#server/members/view.ts'
import type { UserRow } from '#server/members/view.ts'
import { entries } from '#server/tables/entries.ts'
import { reports } from '#server/tables/reports.ts'
import { codePictures } from './code-picture.ts'
import type { DonationRow } from './find.ts'
import { settlementsOf } from './settlements.ts'
import { namedParty, openParty, ownParty, registeredParty } from './party.ts'
import { donations } from '#server/tables/donations.ts'
import { obligations } from '#server/tables/obligations.ts'

const OPEN = ['PENDING_PAYMENT', 'PENDING_CONFIRMATION'] as const

/**
 * The donations that the actor has to pay: open donations by deadline, then obligations still waiting for a receiver,
 * oldest first.
 */
export async function listToSend(context: Context) {
  const { actor, db } = context
  const open = await db
    .select()
    .from(donations)
    .where(
      and(
        eq(donations.circleId, actor.circleId),
        eq(donations.donorId, actor.id),
        inArray(donations.status, [...OPEN]),
      ),
    )
    .orderBy(asc(donations.deadlineAt), asc(donations.id))
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
  const { actor, db } = context
  const open = await db
    .select()
    .from(donations)
    .where(
      and(
        eq(donations.circleId, actor.circleId),
        eq(donations.receiverId, actor.id),
        inArray(donations.status, [...OPEN]),
      ),
    )
    .orderBy(asc(donations.deadlineAt), asc(donations.id))
  return viewDonations(context, open)
}

/** The actor's ended donations, newest first, without contact or payment details. */
export async function listHistory(context: Context, asked: PageRequest) {
  const { actor, db } = context
  const total =
    (await db.$count(donations, endedOf(context, donations.donorId))) +
    (await db.$count(donations, endedOf(context, donations.receiverId)))
  const ids = await walkHistory(context, seekPage(asked, total))
  const found =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(donations)
          .where(and(eq(donations.circleId, actor.circleId), inArray(donations.id, ids)))
  const byId = new Map(found.map((row) => [row.id, row]))
  const data = (
    await viewDonations(
      context,
      ids.map((id) => byId.get(id)!),
    )
  ).map((view) => ({ ...view, role: view.donorId === actor.id ? ('DONOR' as const) : ('RECEIVER' as const) }))
  return { data, pagination: pagination(asked.page, asked.limit, total) }
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

/** The condition for the rows after a given item, in the order of `column` and id. */
function keysetWhere(
  circleId: string,
  column: typeof donations.createdAt | typeof donations.endedAt,
  id: string,
  reversed: boolean,
): SQL {
  const held = sql`(select ${column}, ${donations.id} from ${donations} where ${donations.circleId} = ${circleId} and ${donations.id} = ${id})`
  return reversed ? sql`(${column}, ${donations.id}) > ${held}` : sql`(${column}, ${donations.id}) < ${held}`
}

/** The donations that meet a condition, newest first, read along their index as `walk` says. */
export async function walkDonations(
  { actor, db }: Context,
  where: SQL,
  { reversed, from, skip, take }: Walk,
): Promise<DonationRow[]> {
  if (take === 0) return []
  const beside = from === null ? undefined : keysetWhere(actor.circleId, donations.createdAt, from, reversed)
  const rows = await db
    .select()
    .from(donations)
    .where(and(where, beside))
    .orderBy(...walkOrder(reversed, donations.createdAt, donations.id))
    .limit(take)
    .offset(skip)
  return reversed ? rows.reverse() : rows
}

export function pagination(page: number, limit: number, totalItems: number) {
  return { currentPage: page, totalPages: Math.max(1, Math.ceil(totalItems / limit)), totalItems, pageSize: limit }
}

/** The actor's totals in reais, and the number of open donations on either side. */
export async function memberStats(context: Context) {
  const { actor, db } = context
  const [totals] = await db
    .select()
    .from(circleMembers)
    .where(and(eq(circleMembers.circleId, actor.circleId), eq(circleMembers.memberId, actor.id)))
  const countOpen = (party: typeof donations.donorId | typeof donations.receiverId) =>
    db.$count(
      donations,
      and(
        eq(donations.circleId, actor.circleId),
        eq(party, actor.id),
        sql`${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`,
      ),
    )
  return {
    totalDonated: totals
      ? reais(totals.givenN1Cents + totals.givenN2Cents + totals.givenN3Cents + totals.givenAdministrationCents)
      : 0,
    totalReceived: totals ? reais(totals.receivedN1Cents + totals.receivedN2Cents + totals.receivedN3Cents) : 0,
    pendingToSend: await countOpen(donations.donorId),
    pendingToReceive: await countOpen(donations.receiverId),
    nextMonthlyContribution: await nextContribution(context),
  }
}

/** The day of the actor's next contribution. Null when they hold no position in a contributing queue. */
async function nextContribution({ actor, clock, db }: Context): Promise<string | null> {
  const [circle] = await db
    .select({ pulledPeriod: circles.pulledPeriod, plan: circles.plan })
    .from(circles)
    .where(eq(circles.id, actor.circleId))
  const places = await db
    .select({ level: entries.level })
    .from(entries)
    .where(and(eq(entries.circleId, actor.circleId), eq(entries.memberId, actor.id)))
  if (!circle || !places.some(({ level }) => circle.plan.levels[level - 1]!.contributes)) return null
  return new Date(nextPull(circle.pulledPeriod, clock.now()).fromAt).toISOString()
}

/** The donations with both parties, as the actor may see them, in the given order. */
export async function viewDonations(context: Context, rows: readonly DonationRow[]) {
  const { actor, db } = context
  if (rows.length === 0) return []
  const people = await usersById(
    db,
    rows.flatMap((row) => [row.donorId, row.receiverId].filter((id) => id !== null)),
  )
  const places = await placesOf(context, [...people.keys()])
  const resolved = await resolvedReports(context, rows)
  const [circle] = await db.select({ mode: circles.mode }).from(circles).where(eq(circles.id, actor.circleId))
  const settlements = await settlementsOf(context, circle!.mode, rows)
  const keys = await keysById(
    db,
    actor.circleId,
    rows.flatMap(({ paymentKeyId }) => paymentKeyId ?? []),
  )
  const personOf = (id: string | null): UserRow | null => (id === null ? null : (people.get(id) ?? null))
  const views = rows.map((row) => {
    const isOpen = row.status === 'PENDING_PAYMENT' || row.status === 'PENDING_CONFIRMATION'
    const version = row.paymentKeyId === null ? null : keys.get(row.paymentKeyId)!
    const key = version && openKey(context.secrets, version)
    const isParty = row.donorId === actor.id || row.receiverId === actor.id
    const partyView = (id: string | null, paidOn: (user: UserRow) => PaymentKey | null) => {
      const user = personOf(id)
      if (actor.role === 'ADMIN') return registeredParty(context, user)
      // While a donation is open each party sees how to contact and pay the other.
      if (!isOpen) return namedParty(context, user)
      const shown = user && paidOn(user)
      return id === actor.id ? ownParty(context, user, shown) : openParty(context, circle!.mode, user, shown)
    }
    // The donor is not paid here, so theirs is the key that they have now, for contacting them.
    const donor = partyView(row.donorId, (user) =>
      user.id === actor.id ? null : shownKey(circle!.mode, user, openPersonal(context.secrets, user)),
    )
    const receiver = partyView(row.receiverId, () => key)
    const code =
      isOpen && row.donorId === actor.id ? donationCode(receiver, { id: row.id, amount: reais(row.amountCents) }) : null
    return {
      ...facts(row, context.clock.now()),
      donor,
      receiver: { ...receiver, pixCopyPaste: code },
      ...placeOf(places, 'donor', row.donorId, isOpen ? row.target : 0),
      ...placeOf(places, 'receiver', row.receiverId, isOpen ? row.target : 0),
      pixCopyPaste: code,
      payment_commitment: version?.commitment ?? null,
      payment_salt: isOpen && isParty && key ? key.salt : null,
      is_reported: row.reportId !== null,
      report_resolved: row.reportId !== null && resolved.has(row.reportId),
      report_id: row.reportId,
      settlement: settlements.get(row.id) ?? null,
      allowed: allowedTo(context, row),
      demonstration: circle!.mode === 'demonstracao',
    }
  })
  const pictures = await codePictures(views.map((view) => view.pixCopyPaste))
  return views.map((view, index) => {
    const pixQrCode = pictures[index]!
    return { ...view, pixQrCode, receiver: { ...view.receiver, pixQrCode } }
  })
}

function facts(row: DonationRow, now: number) {
  const createdAt = row.createdAt.toISOString()
  return {
    id: row.id,
    donationId: row.id,
    type: row.type,
    status: row.status,
    amount: reais(row.amountCents),
    createdAt,
    created_at: createdAt,
    deadline: row.deadlineAt.toISOString(),
    completedAt: row.status === 'CONFIRMED' ? row.endedAt!.toISOString() : null,
    endedAt: row.endedAt?.toISOString() ?? null,
    donorId: row.donorId,
    receiverId: row.receiverId,
    level: row.target === 0 ? null : (row.target as Level),
    receipt_sent_at: row.receiptSentAt?.toISOString() ?? null,
    receipt_reused: row.receiptReused,
    receipt_signed: row.receiptSigned,
    confirmation_signed: row.confirmationSigned,
    waiting: false,
    overdue: false,
    late: row.status === 'PENDING_CONFIRMATION' && row.deadlineAt.getTime() < now,
  }
}

/**
 * The actions that the actor may take on a donation now. Screens offer exactly these, and the server still checks each.
 */
function allowedTo(
  { actor, clock }: Context,
  row: DonationRow,
): ('send_receipt' | 'confirm' | 'report' | 'view_receipt')[] {
  const isDonor = row.donorId === actor.id
  const isReceiver = row.receiverId === actor.id || (row.receiverId === null && actor.role === 'ADMIN')
  const isOpen = row.status === 'PENDING_PAYMENT' || row.status === 'PENDING_CONFIRMATION'
  const isPast = row.status === 'PENDING_PAYMENT' && row.deadlineAt.getTime() < clock.now() && row.reportId === null
  const allowed: ('send_receipt' | 'confirm' | 'report' | 'view_receipt')[] = []
  if (isDonor && isOpen && !isPast) allowed.push('send_receipt')
  if (isReceiver && row.status === 'PENDING_CONFIRMATION') allowed.push('confirm')
  if ((isDonor || row.receiverId === actor.id) && isOpen && row.reportId === null) allowed.push('report')
  if (row.receiptSha256 !== null) allowed.push('view_receipt')
  return allowed
}

async function viewWaiting(context: Context, rows: readonly (typeof obligations.$inferSelect)[]) {
  if (rows.length === 0) return []
  const people = await usersById(context.db, [context.actor.id])
  const [circle] = await context.db
    .select({ mode: circles.mode })
    .from(circles)
    .where(eq(circles.id, context.actor.circleId))
  return rows.map((row) => {
    const createdAt = row.owedAt.toISOString()
    return {
      id: row.id,
      donationId: row.id,
      type: row.type,
      status: 'PENDING_PAYMENT' as const,
      amount: reais(row.amountCents),
      createdAt,
      created_at: createdAt,
      deadline: null,
      completedAt: null,
      endedAt: null,
      donorId: row.memberId,
      receiverId: null,
      level: row.target === 0 ? null : (row.target as Level),
      receipt_sent_at: null,
      receipt_reused: false,
      receipt_signed: null,
      confirmation_signed: null,
      waiting: true,
      late: false,
      overdue: row.overdue,
      donor: namedParty(context, people.get(row.memberId) ?? null),
      receiver: null,
      donor_queue_level: null,
      donor_queue_position: null,
      receiver_queue_level: null,
      receiver_queue_position: null,
      pixCopyPaste: null,
      pixQrCode: null,
      payment_commitment: null,
      payment_salt: null,
      is_reported: false,
      report_resolved: false,
      report_id: null,
      settlement: null,
      allowed: [],
      demonstration: circle!.mode === 'demonstracao',
    }
  })
}

async function placesOf({ actor, db }: Context, memberIds: string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ memberId: entries.memberId, level: entries.level, position: entries.position })
    .from(entries)
    .where(and(eq(entries.circleId, actor.circleId), inArray(entries.memberId, memberIds)))
  return new Map(rows.map(({ memberId, level, position }) => [`${memberId}:${level}`, position]))
}

/** A party's position: in the donation's own queue when they have one there, else in N1. */
function placeOf<S extends 'donor' | 'receiver'>(
  places: Map<string, number>,
  side: S,
  memberId: string | null,
  target: number,
) {
  const level = [target, 1].find((candidate) => places.has(`${memberId}:${candidate}`)) ?? null
  const position = level === null ? null : places.get(`${memberId}:${level}`)!
  return { [`${side}_queue_level`]: level, [`${side}_queue_position`]: position } as {
    [K in `${S}_queue_level` | `${S}_queue_position`]: number | null
  }
}

async function resolvedReports({ actor, db }: Context, rows: readonly DonationRow[]): Promise<Set<string>> {
  const ids = rows.flatMap((row) => (row.reportId ? [row.reportId] : []))
  if (ids.length === 0) return new Set()
  const ended = await db
    .select({ id: reports.id })
    .from(reports)
    .where(
      and(
        eq(reports.circleId, actor.circleId),
        inArray(reports.id, ids),
        inArray(reports.status, ['RESOLVED', 'DISMISSED']),
      ),
    )
  return new Set(ended.map((report) => report.id))
}
