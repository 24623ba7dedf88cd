import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { nextByCalendar } from '#circle/calendar.ts'
import { cameLate, isPastDeadline, reportHoldsUntil, stoppedMs } from '#circle/clock.ts'
import { REJECTIONS_MAX } from '#circle/donation.ts'
import { nextPull } from '#circle/period.ts'
import type { PaymentKey } from '#circle/payment-key.ts'
import type { Level } from '#circle/plan.ts'
import type { CircleMode } from '#circle/state.ts'
import type { Donation } from '#contracts/entities/donation.ts'
import { donationCode } from '#contracts/payment/br-code.ts'
import { withoutPayable } from '#contracts/payment/payable.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { circles } from '#server/tables/circles.ts'
import { paginationOf, seekPage, walkOrder } from '#server/database/pages.ts'
import type { PageRequest, Walk } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#server/lib/money.ts'
import { openKey, shownKey } from '#server/members/payment-keys.ts'
import { openPersonal } from '#server/members/personal.ts'
import { usersById } from '#server/members/view.ts'
import { entries } from '#server/tables/entries.ts'
import { codePictures } from './code-picture.ts'
import type { DonationRow } from './find.ts'
import { asDonor, asReceiver, newest, ofCircle, readDonations, readPrepared } from './read-donations.ts'
import type { PartyRow, ReadDonations, ReportRow } from './read-donations.ts'
import { overdueOf } from './overdue.ts'
import { settlementsOf } from './settlements.ts'
import { namedParty, openParty, ownParty, registeredParty } from './party.ts'
import { donations } from '#server/tables/donations.ts'
import { obligations } from '#server/tables/obligations.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'

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

const isOpenStatus = sql`${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`
const byDeadline = sql`order by ${donations.deadlineAt}, ${donations.id}`

const readToSend = readPrepared(
  'donations_to_send',
  () => sql`select * from ${donations} where ${and(ofCircle, asDonor, isOpenStatus)} ${byDeadline}`,
)
const readToReceive = readPrepared(
  'donations_to_receive',
  () => sql`select * from ${donations} where ${and(ofCircle, asReceiver, isOpenStatus)} ${byDeadline}`,
)

/** The actor's ended donations, newest first, without contact or payment details. */
export async function listHistory(context: Context, asked: PageRequest) {
  const { actor, db } = context
  const total =
    (await db.$count(donations, endedOf(context, donations.donorId))) +
    (await db.$count(donations, endedOf(context, donations.receiverId)))
  const ids = await walkHistory(context, seekPage(asked, total))
  const found = await readDonations(
    context,
    sql`select * from ${donations} where ${and(eq(donations.circleId, actor.circleId), inArray(donations.id, [NONE, ...ids]))}`,
  )
  const byId = new Map(found.rows.map((row) => [row.id, row]))
  const data = (await viewDonations(context, { ...found, rows: ids.map((id) => byId.get(id)!) })).map((view) => ({
    ...view,
    role: view.donorId === actor.id ? ('DONOR' as const) : ('RECEIVER' as const),
  }))
  return { data, pagination: paginationOf(asked, total) }
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

/** One page of the donations that meet a condition, read along their index as `walk` says, and in its order. */
export function walkPage({ actor }: Pick<Context, 'actor'>, where: SQL, walk: Walk): SQL {
  const beside =
    walk.from === null ? undefined : keysetWhere(actor.circleId, donations.createdAt, walk.from, walk.reversed)
  return newest(and(where, beside)!, walk)
}

/** The actor's totals in reais, and the number of open donations on either side. */
export async function memberStats(context: Context) {
  const { actor, db } = context
  const [totals] = await db
    .select()
    .from(circleMembers)
    .where(and(eq(circleMembers.circleId, actor.circleId), eq(circleMembers.memberId, actor.id)))
  const countOpen = (party: typeof donations.donorId | typeof donations.receiverId) =>
    db.$count(donations, and(eq(donations.circleId, actor.circleId), eq(party, actor.id), isOpenStatus))
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

/**
 * When the actor's next contribution is asked for: by the calendar where there is one. Null when they hold no position in a
 * contributing queue.
 */
async function nextContribution({ actor, clock, db }: Context): Promise<string | null> {
  const [circle] = await db
    .select({
      pulledPeriod: circles.pulledPeriod,
      plan: circles.plan,
      calendar: circles.calendar,
      calendarPeriod: circles.calendarPeriod,
    })
    .from(circles)
    .where(eq(circles.id, actor.circleId))
  const places = await db
    .select({ level: entries.level })
    .from(entries)
    .where(and(eq(entries.circleId, actor.circleId), eq(entries.memberId, actor.id)))
  if (!circle || !places.some(({ level }) => circle.plan.levels[level - 1]!.contributes)) return null
  const { calendar, pulledPeriod } = circle
  const at = calendar ? nextByCalendar(calendar, circle, clock.now()).at : nextPull(pulledPeriod, clock.now()).fromAt
  return new Date(at).toISOString()
}

/** The donations with both parties, as the actor may see them, in the given order. */
export async function viewDonations(context: Context, { rows, mode, people, places, keys, ...read }: ReadDonations) {
  const { actor } = context
  if (rows.length === 0) return []
  const returnable = await returnableOf(context, rows, places)
  const rejected = await rejectionsOf(context, mode, rows)
  const settlements = await settlementsOf(context, mode, rows)
  const overdue = await overdueOf(context, rows)
  const personOf = (id: string | null): PartyRow | null => (id === null ? null : (people.get(id) ?? null))
  const views = rows.map((row) => {
    const isOpen = row.status === 'PENDING_PAYMENT' || row.status === 'PENDING_CONFIRMATION'
    const version = row.paymentKeyId === null ? null : keys.get(row.paymentKeyId)!
    const key = version && openKey(context.secrets, version)
    const isParty = row.donorId === actor.id || row.receiverId === actor.id
    const partyView = (id: string | null, paidOn: (user: PartyRow) => PaymentKey | null) => {
      const user = personOf(id)
      if (actor.role === 'ADMIN') {
        const hasOwnKey = mode === 'real' && version !== null && id === row.receiverId
        return registeredParty(context, user, hasOwnKey ? key : undefined)
      }
      // While a donation is open each party sees how to contact and pay the other.
      if (!isOpen) return namedParty(context, user)
      const shown = user && paidOn(user)
      return id === actor.id ? ownParty(context, user, shown) : openParty(context, mode, user, shown)
    }
    // The donor is not paid here, so theirs is the key that they have now, for contacting them.
    const donor = partyView(row.donorId, (user) =>
      user.id === actor.id ? null : shownKey(mode, user, openPersonal(context.secrets, user)),
    )
    const receiver = partyView(row.receiverId, () => key)
    const code =
      isOpen && row.donorId === actor.id ? donationCode(receiver, { id: row.id, amount: reais(row.amountCents) }) : null
    return {
      ...facts(row, context.clock.now()),
      overdue: overdue.has(row.id),
      ...clockOf(row, read.reports.get(row.reportId ?? ''), context.clock.now()),
      rejections: rejected.get(row.id) ?? [],
      donor,
      receiver: { ...receiver, pixCopyPaste: code },
      ...placeOf(places, 'donor', row.donorId, isOpen ? row.target : 0),
      ...placeOf(places, 'receiver', row.receiverId, isOpen ? row.target : 0),
      pixCopyPaste: code,
      payment_commitment: version?.commitment ?? null,
      payment_salt: isOpen && isParty && key ? key.salt : null,
      is_reported: row.reportId !== null,
      report_resolved: read.reports.get(row.reportId ?? '')?.endedAt instanceof Date,
      report_id: row.reportId,
      settlement: settlements.get(row.id) ?? null,
      allowed: allowedTo(context, row, {
        report: read.reports.get(row.reportId ?? ''),
        isReturnable: returnable.has(row.id),
      }),
      demonstration: mode === 'demonstracao',
    }
  })
  const pictures = await codePictures(views.map((view) => view.pixCopyPaste))
  return views.map((view, index) => {
    const pixQrCode = pictures[index]!
    return { ...view, pixQrCode, receiver: { ...view.receiver, pixQrCode } }
  })
}

/**
 * The deadline, and until when a report stops it. While a donor's own report does, the deadline stays as it was, beside
 * when it ends if nothing is decided; once that report holds nothing any more, what it held is counted in.
 */
function clockOf(row: DonationRow, report: ReportRow | undefined, now: number) {
  const deadline = { deadline: row.deadlineAt.toISOString(), clock_stopped: null }
  if (row.status !== 'PENDING_PAYMENT' || !report || report.endedAt) return deadline
  const { state, donation } = forRules(row, report)
  const held = { reporterId: report.reporterId, reportedAt: report.reportedAt.getTime() }
  if (cameLate(donation, held)) return deadline
  const until = reportHoldsUntil(row, held)
  if (until === null) return { ...deadline, clock_stopped: { until: null, ends: null } }
  const ends = new Date(donation.deadlineAt + stoppedMs(state, donation, until)).toISOString()
  return now < until
    ? { ...deadline, clock_stopped: { until: new Date(until).toISOString(), ends } }
    : { deadline: ends, clock_stopped: null }
}

/** Whether the rules hold the donation for unpaid past its deadline. */
function isPastRules(row: DonationRow, open: ReportRow | null, now: number): boolean {
  const { status } = row
  if (status !== 'PENDING_PAYMENT') return false
  const { state, donation } = forRules(row, open)
  return isPastDeadline(state, { ...donation, status }, now)
}

/** As much of a donation and its open report as the rules' clock asks for. */
function forRules({ donorId, reportId, deadlineAt, rejectedAt, isUndecided }: DonationRow, open: ReportRow | null) {
  const report = open && {
    ...open,
    status: open.status === 'INVESTIGATING' ? open.status : ('PENDING' as const),
    reportedAt: open.reportedAt.getTime(),
  }
  return {
    state: { reports: new Map(report ? [[report.id, report]] : []) },
    donation: {
      donorId,
      reportId,
      deadlineAt: deadlineAt.getTime(),
      rejectedAt: rejectedAt?.getTime() ?? null,
      isUndecided,
    },
  }
}

/** The rejected receipts of each donation, in order. A demonstration shows nobody else's words that could be paid to. */
async function rejectionsOf({ actor, db }: Context, mode: CircleMode, rows: readonly DonationRow[]) {
  const receivers = new Map(rows.map(({ id, receiverId }) => [id, receiverId]))
  const shown = (donationId: string, reason: string | null) =>
    reason === null || mode === 'real' || actor.role === 'ADMIN' || receivers.get(donationId) === actor.id
      ? reason
      : withoutPayable(reason)
  const ids = rows.flatMap(({ id, rejections }) => (rejections > 0 ? [id] : []))
  if (ids.length === 0) return new Map<string, never[]>()
  const found = await db
    .select()
    .from(rejectedReceipts)
    .where(and(eq(rejectedReceipts.circleId, actor.circleId), inArray(rejectedReceipts.donationId, ids)))
    .orderBy(asc(rejectedReceipts.attempt))
  const views = found.map(
    ({ donationId, attempt, sentAt, rejectedAt, reason, receiptSha256, pixTransaction, ...signed }) => ({
      donationId,
      view: {
        attempt,
        sent_at: sentAt.toISOString(),
        rejected_at: rejectedAt.toISOString(),
        reason: shown(donationId, reason),
        pix_transaction: pixTransaction,
        has_picture: receiptSha256 !== null,
        receipt_signed: signed.receiptSigned,
        rejection_signed: signed.rejectionSigned,
      },
    }),
  )
  return new Map(
    [...Map.groupBy(views, ({ donationId }) => donationId)].map(([id, own]) => [id, own.map(({ view }) => view)]),
  )
}

/**
 * Which of the donations that the actor receives could wait for a receipt again, as the rules ask it (`mayWaitAgain`):
 * the actor is still receiving, and the donor still owes it.
 */
async function returnableOf(
  { actor, db }: Context,
  rows: readonly DonationRow[],
  places: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  const own = rows.filter(({ receiverId, status }) => receiverId === actor.id && status === 'PENDING_CONFIRMATION')
  if (own.length === 0) return new Set()
  const turns = await db
    .select({ turnId: entries.turnId })
    .from(entries)
    .where(and(eq(entries.circleId, actor.circleId), eq(entries.memberId, actor.id), eq(entries.isReceiver, true)))
  const donors = await db
    .select({ id: circleMembers.memberId })
    .from(circleMembers)
    .where(
      and(
        eq(circleMembers.circleId, actor.circleId),
        inArray(
          circleMembers.memberId,
          own.map(({ donorId }) => donorId),
        ),
        eq(circleMembers.status, 'approved'),
      ),
    )
  const receiving = new Set(turns.map(({ turnId }) => turnId))
  const approved = new Set(donors.map(({ id }) => id))
  const isOwedAgain = ({ type, donorId, target }: DonationRow) =>
    type === 'SETTLEMENT' ||
    (approved.has(donorId) && (type !== 'PULL' || target === 0 || places.has(`${donorId}:${target}`)))
  return new Set(
    own.filter((row) => row.turnId !== null && receiving.has(row.turnId) && isOwedAgain(row)).map((row) => row.id),
  )
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
    answer_due: row.status === 'PENDING_CONFIRMATION' ? (row.answerDueAt?.toISOString() ?? null) : null,
    pix_transaction: row.pixTransaction,
    late: row.status === 'PENDING_CONFIRMATION' && (row.answerDueAt ?? row.deadlineAt).getTime() < now,
  }
}

/**
 * The actions that the actor may take on a donation now. Screens offer exactly these, and the server still checks each.
 */
function allowedTo(
  { actor, clock }: Context,
  row: DonationRow,
  { report, isReturnable }: { report: ReportRow | undefined; isReturnable: boolean },
): Donation['allowed'] {
  const isDonor = row.donorId === actor.id
  const isReceiver = row.receiverId === actor.id || (row.receiverId === null && actor.role === 'ADMIN')
  const isOpen = row.status === 'PENDING_PAYMENT' || row.status === 'PENDING_CONFIRMATION'
  const isUnderReport = report !== undefined && report.endedAt === null
  const isPast = isPastRules(row, isUnderReport ? report : null, clock.now())
  const allowed: Donation['allowed'] = []
  if (isDonor && isOpen && !isPast) allowed.push('send_receipt')
  if (isReceiver && row.status === 'PENDING_CONFIRMATION') allowed.push('confirm')
  if (isReturnable && !(isUnderReport && row.rejections >= REJECTIONS_MAX)) allowed.push('reject_receipt')
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
      rejections: [],
      clock_stopped: null,
      receipt_reused: false,
      receipt_signed: null,
      confirmation_signed: null,
      waiting: true,
      late: false,
      answer_due: null,
      pix_transaction: null,
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

/** A party's position: in the donation's own queue when they have one there, else in N1. */
function placeOf<S extends 'donor' | 'receiver'>(
  places: ReadonlyMap<string, number>,
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
