import { closedStatuses } from '#contracts/labels.ts'
import { and, asc, eq, isNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import { CAPACITY } from '#circle/queue.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { listWaitingProposals } from '#server/approvals/queries.ts'
import { circles } from '#server/tables/circles.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { isUnderNoReport } from '#server/donations/expire.ts'
import { namedParty } from '#server/donations/party.ts'
import { donations, lateAt } from '#server/tables/donations.ts'
import { obligations } from '#server/tables/obligations.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { presentMonth } from '#server/pull/present-month.ts'
import { takesPart, users } from '#server/tables/users.ts'
import { usersById } from '#server/members/view.ts'
import { listWithoutConsent } from '#server/terms/consent.ts'
import { entries } from '#server/tables/entries.ts'
import { listWaiting } from '#server/substitutes/hand-over.ts'
import { appeals } from '#server/tables/appeals.ts'
import { reports } from '#server/tables/reports.ts'

/** How many items of each kind are listed, the oldest first. The linked screens show the others. */
const NAMED = 5

type Waiting = AnswerOf<'GET /admin/tasks'>

const NONE = { count: 0, items: [] }

/**
 * Everything in the circle that needs an administrator, and what has waited longest. After the end of a roda nobody is let in,
 * accepts terms, gets a place, or comes to whom what waits could be paid: that is no task of anybody's.
 */
export async function listPendingTasks(context: Context): Promise<Waiting> {
  const isOver = await hasEnded(context)
  const [
    approvals,
    proposals,
    substitutes,
    consents,
    late_confirmations,
    open_reports,
    free_places,
    obligations_without_receiver,
    month,
  ] = await Promise.all([
    isOver ? NONE : approvalsOf(context),
    listWaitingProposals(context, NAMED),
    isOver ? NONE : substitutesOf(context),
    isOver ? NONE : listWithoutConsent(context, NAMED),
    lateConfirmationsOf(context),
    openReportsOf(context),
    isOver ? { count: 0, first_position: null, members: NONE } : freePlacesOf(context),
    isOver ? { ...NONE, amount: 0 } : obligationsOf(context),
    monthOf(context),
  ])
  return {
    at: new Date(context.clock.now()).toISOString(),
    approvals,
    proposals,
    substitutes,
    consents,
    late_confirmations,
    open_reports,
    free_places,
    obligations_without_receiver,
    month,
  }
}

async function hasEnded({ actor, db }: Context): Promise<boolean> {
  const [circle] = await db.select({ closedAt: circles.closedAt }).from(circles).where(eq(circles.id, actor.circleId))
  return circle!.closedAt !== null
}

async function substitutesOf(context: Context): Promise<Waiting['substitutes']> {
  const { asks } = await listWaiting(context)
  // One that is proposed waits among the proposals.
  const items = asks.flatMap(({ id, name, newcomer_name, until, is_proposed: isProposed }) =>
    isProposed ? [] : [{ id, name, newcomer_name, until }],
  )
  return { count: items.length, items: items.slice(0, NAMED) }
}

async function monthOf(context: Context): Promise<Waiting['month']> {
  const [circle] = await context.db.select().from(circles).where(eq(circles.id, context.actor.circleId))
  return presentMonth(context, circle!)
}

async function approvalsOf({ actor, db }: Context): Promise<Waiting['approvals']> {
  // People who left or were suspended before their approval no longer need one.
  const where = and(
    eq(users.circleId, actor.circleId),
    takesPart,
    eq(users.adminApproved, false),
    notInArray(users.status, [...closedStatuses]),
  )
  const rows = await db.select().from(users).where(where).orderBy(asc(users.createdAt), asc(users.id)).limit(NAMED)
  return {
    count: await db.$count(users, where),
    items: rows.map((user) => ({ id: user.id, name: nameOf(user), since: user.createdAt.toISOString() })),
  }
}

async function lateConfirmationsOf(context: Context): Promise<Waiting['late_confirmations']> {
  const { actor, clock, db } = context
  // The status is a literal, because the partial index is used only when the query matches its condition.
  const where = and(
    eq(donations.circleId, actor.circleId),
    sql`${donations.status} = 'PENDING_CONFIRMATION'`,
    lt(lateAt, new Date(clock.now())),
    isUnderNoReport(db),
  )
  const rows = await db.select().from(donations).where(where).orderBy(asc(lateAt), asc(donations.id)).limit(NAMED)
  const name = await namesOf(
    context,
    rows.flatMap(({ donorId, receiverId }) => [donorId, receiverId]),
  )
  return {
    count: await db.$count(donations, where),
    items: rows.map(({ id, donorId, receiverId, amountCents, type, deadlineAt, ...receipt }) => ({
      id,
      receipt_sent_at: receipt.receiptSentAt!.toISOString(),
      answer_due: receipt.answerDueAt?.toISOString() ?? null,
      rejections: receipt.rejections,
      donor: name(donorId),
      receiver: name(receiverId),
      // Of a part, it is what its receipt is for.
      amount: reais(receipt.sentCents ?? amountCents),
      type,
      deadline: deadlineAt.toISOString(),
    })),
  }
}

async function openReportsOf(context: Context): Promise<Waiting['open_reports']> {
  const { actor, db } = context
  const where = and(
    eq(reports.circleId, actor.circleId),
    isNull(reports.endedAt),
    sql`${reports.status} in ('PENDING', 'INVESTIGATING')`,
  )
  const waits = and(eq(appeals.circleId, actor.circleId), isNull(appeals.decidedAt))
  const isTheirs = and(eq(donations.circleId, reports.circleId), eq(donations.id, reports.donationId))
  const undecided = await db
    .select({ report: reports, since: appeals.at, by: appeals.appellantId, donation: donations })
    .from(appeals)
    .innerJoin(reports, and(eq(reports.circleId, appeals.circleId), eq(reports.id, appeals.reportId)))
    .innerJoin(donations, isTheirs)
    .where(waits)
    .orderBy(asc(appeals.at), asc(appeals.reportId))
    .limit(NAMED)
  const open = await db
    .select({ report: reports, donation: donations })
    .from(reports)
    .innerJoin(donations, isTheirs)
    .where(where)
    .orderBy(asc(reports.reportedAt), asc(reports.id))
    .limit(NAMED)
  const rows = [
    ...undecided.map(({ report, since, by, donation }) => ({ ...report, reportedAt: since, reporterId: by, donation })),
    ...open.map(({ report, donation }) => ({ ...report, donation })),
  ].slice(0, NAMED)
  const name = await namesOf(
    context,
    rows.flatMap(({ reporterId, donation }) => [reporterId ?? [], donation.donorId, donation.receiverId].flat()),
  )
  return {
    count: (await db.$count(reports, where)) + (await db.$count(appeals, waits)),
    items: rows.map(({ id, donation, reporterId, status, reportedAt }) => ({
      id,
      donation_id: donation.id,
      donor: name(donation.donorId),
      receiver: name(donation.receiverId),
      reporter: reporterId === null ? 'Administração' : name(reporterId),
      status,
      since: reportedAt.toISOString(),
    })),
  }
}

async function freePlacesOf({ actor, db }: Context): Promise<Waiting['free_places']> {
  const taken = await db
    .select({ position: entries.position })
    .from(entries)
    .where(and(eq(entries.circleId, actor.circleId), eq(entries.level, 1)))
    .orderBy(asc(entries.position))
  const positions = new Set(taken.map(({ position }) => position))
  const free = Array.from({ length: CAPACITY }, (_, index) => index + 1).filter((position) => !positions.has(position))
  const hasPlace = sql`exists (select 1 from ${entries} where ${entries.circleId} = ${circleMembers.circleId} and ${entries.memberId} = ${circleMembers.memberId} and ${entries.level} = 1)`
  // Members who completed the circle and still owe their final payments may not re-enter yet (circle/queue).
  const where = and(
    eq(circleMembers.circleId, actor.circleId),
    eq(circleMembers.status, 'approved'),
    ne(circleMembers.reentry, 'owing'),
    sql`not ${hasPlace}`,
  )
  const found = db.select({ user: users }).from(circleMembers).innerJoin(users, eq(users.id, circleMembers.memberId))
  const rows = await found.where(where).orderBy(asc(users.createdAt), asc(users.id)).limit(NAMED)
  return {
    count: free.length,
    first_position: free[0] ?? null,
    members: {
      count: await db.$count(circleMembers, where),
      items: rows.map(({ user }) => ({ id: user.id, name: nameOf(user), since: user.createdAt.toISOString() })),
    },
  }
}

async function obligationsOf(context: Context): Promise<Waiting['obligations_without_receiver']> {
  const { actor, db } = context
  // Obligations to the administrative account are matched at once and never wait.
  const where = and(eq(obligations.circleId, actor.circleId), sql`${obligations.status} = 'waiting'`)
  const rows = await db.select().from(obligations).where(where).orderBy(asc(obligations.order)).limit(NAMED)
  const [sum] = await db
    .select({ cents: sql<number>`coalesce(sum(${obligations.amountCents}), 0)::float8` })
    .from(obligations)
    .where(where)
  const name = await namesOf(
    context,
    rows.map(({ memberId }) => memberId),
  )
  return {
    count: await db.$count(obligations, where),
    amount: reais(sum!.cents),
    items: rows.map(({ id, memberId, type, amountCents, target, owedAt }) => ({
      id,
      member: name(memberId),
      type,
      amount: reais(amountCents),
      level: target,
      since: owedAt.toISOString(),
    })),
  }
}

/** Names by id; null is the administrative account. */
async function namesOf(context: Context, ids: readonly (string | null)[]): Promise<(id: string | null) => string> {
  const people = await usersById(
    context.db,
    ids.filter((id) => id !== null),
  )
  return (id) => namedParty(context, people.get(id ?? '') ?? null).name
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}
