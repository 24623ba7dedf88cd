import { and, asc, eq, gt, gte, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { ActKind } from '#circle/ledger/act-kinds.ts'
import type { LedgerRecord } from '#circle/ledger/records.ts'
import type { CircleEvent } from '#circle/state.ts'
import { dayOf } from '#contracts/age.ts'
import { closedStatuses } from '#contracts/labels.ts'
import type { TermsPart } from '#contracts/notices/circles.ts'
import type { OtherPerson } from '#contracts/notices/helpers.ts'
import type { Notice } from '#contracts/notices/notice.ts'
import type { Database } from '#server/database/database.ts'
import { insertOf } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import type { Tx } from '#server/database/types.ts'
import { publishTo } from '#server/events/publish.ts'
import type { Clock } from '#server/lib/clock.ts'
import { dayStart } from '#server/lib/days.ts'
import { newId } from '#server/lib/ids.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { donations } from '#server/tables/donations.ts'
import { helpers } from '#server/tables/helpers.ts'
import { pushSubscriptions } from '#server/tables/push-subscriptions.ts'
import { notices } from '#server/tables/notices.ts'
import { termsAcceptances } from '#server/tables/terms-acceptances.ts'
import { administersNow, takesPart, users } from '#server/tables/users.ts'
import type { Decided } from './telling.ts'
import { noticesOf } from './notices-of.ts'
import { paymentsOf } from './one-payment.ts'

type Context = { readonly clock: Clock; readonly database: Pick<Database, 'notify'> }

/** The notification channel for notices that an e-mail has to say too. */
export const NOTICES_CHANNEL = 'notice_given'

/**
 * Gives a person a notice, in the transaction of what it is about. It stands in their inbox at once; an e-mail follows
 * where the kind asks for one (contracts/notices.ts). For what no event of the circle says: access, keys, approvals. `of`: the circle
 * whose administration it is a matter of, since who administers several reads them all in one inbox (server/notices/of-circle.ts).
 */
export async function notify(
  context: Context,
  tx: Tx,
  { userId, of, ...notice }: Notice & { userId: string; of?: string | undefined },
) {
  const [user] = await tx.select({ circleId: users.circleId }).from(users).where(eq(users.id, userId))
  if (!user) throw new Error('A notice needs a person')
  const told = of === undefined ? notice : { ...notice, facts: { ...notice.facts, of } }
  await insert(context, tx, user.circleId, [{ userId, ...told } as Notice & { userId: string }], context.clock.now())
  await publishTo(context.database, tx, { circleId: user.circleId, memberIds: [userId] })
}

/**
 * Gives a person a notice of this kind about one case, at most once on a day in São Paulo: who writes ten times does not
 * ring ten times. In the transaction of what it is about.
 */
export async function notifyOnceADay(
  context: Context,
  tx: Tx,
  notice: Extract<Notice, { kind: 'case.said' | 'case.to_review' }> & {
    userId: string
    of?: string
    facts: { readonly donationId: string; readonly reportId: string }
  },
): Promise<void> {
  const told = await tx.$count(
    notices,
    and(
      eq(notices.userId, notice.userId),
      eq(notices.kind, notice.kind),
      gte(notices.at, dayStart(dayOf(context.clock.now()))),
      sql`${notices.facts} ->> 'reportId' = ${notice.facts.reportId}`,
    ),
  )
  if (told === 0) await notify(context, tx, notice)
}

/** Gives several people of a circle the same notice, in the transaction of what it is about. */
export async function notifyAll(
  context: Context,
  tx: Tx,
  circleId: string,
  userIds: readonly string[],
  notice: Notice,
): Promise<void> {
  const found = userIds.map((userId): Notice & { userId: string } => ({ userId, ...notice }))
  await insert(context, tx, circleId, found, context.clock.now())
  await publishTo(context.database, tx, { circleId, memberIds: userIds })
}

/**
 * Tells everybody whom a decision concerns, in its transaction. The circle's streams are told of it by the decision
 * itself.
 */
export async function announce(
  context: Context,
  tx: Tx,
  {
    circleId,
    at,
    helperId,
    ...decided
  }: Decided & { readonly circleId: string; readonly at: number; readonly helperId: string | null },
): Promise<void> {
  const endedParties = await partiesOfEnded(tx, circleId, decided)
  const payments = await paymentsOf(tx, circleId, decided)
  const helper = helperId === null ? {} : { helper: await firstNameOf(tx, helperId) }
  const found = noticesOf({ ...decided, ...helper, endedParties, payments })
  await insert(context, tx, circleId, [...found, ...(await helpEnded(tx, circleId, decided.events, at))], at)
  for (const event of decided.events)
    if (event.kind === 'donation.reported') await tellOfCase(context, tx, { circleId, event, decided })
}

/** Tells those who decide of a case that is new, whoever opened it; not of what they did themselves, nor of their own. */
async function tellOfCase(
  context: Context,
  tx: Tx,
  {
    circleId,
    event: { donationId },
    decided: { actorId, after },
  }: { circleId: string; event: CircleEvent & { kind: 'donation.reported' }; decided: Decided },
): Promise<void> {
  const donation = after.donations.get(donationId)
  const own = [actorId, donation?.donorId, donation?.receiverId]
  const decides = and(administersNow, eq(users.isAuditor, false))
  for (const { id: userId } of await tx.select({ id: users.id }).from(users).where(decides).orderBy(asc(users.id)))
    if (!own.includes(userId))
      await notify(context, tx, { userId, of: circleId, kind: 'case.to_review', facts: { isNew: true } })
}

/** Help ends with one of the two, who left or was suspended; the other is told. Its row may say so already. */
async function helpEnded(
  tx: Tx,
  circleId: string,
  events: Decided['events'],
  at: number,
): Promise<(Notice & { userId: string })[]> {
  const gone = events.flatMap((one) =>
    one.kind === 'member.left' || one.kind === 'member.suspended' ? [one.memberId] : [],
  )
  if (gone.length === 0) return []
  const isTheirs = or(inArray(helpers.memberId, gone), inArray(helpers.helperId, gone))
  const isOver = or(isNull(helpers.endedAt), eq(helpers.endedAt, new Date(at)))
  const rows = await tx
    .select()
    .from(helpers)
    .where(and(eq(helpers.circleId, circleId), isTheirs, isOver))
  const told: (Notice & { userId: string })[] = []
  for (const { memberId, helperId } of rows) {
    const isHelper = gone.includes(memberId)
    const [userId, otherId] = isHelper ? [helperId, memberId] : [memberId, helperId]
    told.push({ userId, kind: 'helper.ended', facts: { other: await firstNameOf(tx, otherId), isHelper } })
  }
  return told
}

/**
 * Tells a member what their helper did for them; nobody where they acted themselves. Acts on a payment for several places are told
 * once, with their sum, as to the other party.
 */
export async function tellHelped(
  context: Context & {
    readonly actorId: string | null
    readonly actor?: { readonly helperId?: string | null } | null
  },
  tx: Tx,
  act: ActKind,
  told?: Decided & { readonly circleId: string },
): Promise<void> {
  const { actor, actorId } = context
  if (!actor?.helperId || actorId === null) return
  const [payment = {}] = told ? (await paymentsOf(tx, told.circleId, told)).values() : []
  if (payment === null) return
  const other = await firstNameOf(tx, actor.helperId)
  await notify(context, tx, { userId: actorId, kind: 'helper.acted', facts: { other, act, ...payment } })
}

async function firstNameOf(tx: Tx, id: string): Promise<OtherPerson> {
  const [row] = await tx.select({ name: users.firstName }).from(users).where(eq(users.id, id))
  return { id, name: row!.name }
}

/** A report can outlast its donation; the people of that one stand in its row alone. */
async function partiesOfEnded(
  tx: Tx,
  circleId: string,
  { events, before, after }: Decided,
): Promise<NonNullable<Decided['endedParties']>> {
  const ids = events.flatMap((event) =>
    (event.kind === 'report.ended' || event.kind === 'report.status_changed') &&
    !before.donations.has(event.donationId) &&
    !after.donations.has(event.donationId)
      ? [event.donationId]
      : [],
  )
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: donations.id, donorId: donations.donorId, receiverId: donations.receiverId })
    .from(donations)
    .where(and(eq(donations.circleId, circleId), inArray(donations.id, ids)))
  return new Map(rows.map(({ id, donorId, receiverId }) => [id, [donorId, receiverId]]))
}

/**
 * Tells the members of a circle that its terms, its name or a setting of it changed, in the transaction of the ledger's record. People who
 * left or are suspended are not told, but of the end those who gave more than they received; somebody who waits for approval accepted
 * the terms too, and is.
 */
export async function announceRecord(
  context: Context,
  tx: Tx,
  {
    circleId,
    record,
    actorId,
    at,
  }: {
    readonly circleId: string
    readonly record: LedgerRecord
    readonly actorId: string | null
    readonly at: number
  },
): Promise<void> {
  if (noticeOfRecord(record, false) === null) return
  const hash = record.kind === 'circle.terms_changed' ? record.hash : ''
  const isIn = and(
    notInArray(users.status, [...closedStatuses]),
    or(isNull(circleMembers.status), eq(circleMembers.status, 'approved')),
  )
  const lacks = gt(circleMembers.givenN1Cents, circleMembers.receivedN1Cents)
  const members = await tx
    .select({ id: users.id, accepted: termsAcceptances.termsVersion })
    .from(users)
    .leftJoin(circleMembers, and(eq(circleMembers.circleId, users.circleId), eq(circleMembers.memberId, users.id)))
    .leftJoin(termsAcceptances, and(eq(termsAcceptances.userId, users.id), eq(termsAcceptances.termsVersion, hash)))
    .where(
      and(
        eq(users.circleId, circleId),
        takesPart,
        isNull(users.erasedAt),
        record.kind === 'circle.closed' ? or(isIn, lacks) : isIn,
      ),
    )
    .orderBy(asc(users.id))
  const found = members
    .filter(({ id }) => id !== actorId)
    .map(({ id: userId, accepted }) => ({ userId, ...noticeOfRecord(record, accepted !== null)! }))
  await insert(context, tx, circleId, found, at)
}

/** The notice that members get of a record; null where they get none. `isAccepted`: they accepted such terms before. */
function noticeOfRecord(record: LedgerRecord, isAccepted: boolean): Notice | null {
  switch (record.kind) {
    case 'circle.renamed':
    case 'circle.calendar_removed':
    case 'circle.closed':
      return { kind: record.kind, facts: {} }
    case 'administrator.access_reset':
      return { kind: 'circle.administrator_reset', facts: {} }
    case 'circle.calendar_set':
      return { kind: record.kind, facts: { day: Number(record.day), hour: Number(record.hour) } }
    case 'circle.answer_days_set':
      return { kind: record.kind, facts: { days: Number(record.days) } }
    case 'circle.terms_changed':
      if (record.what === 'first') return null
      return { kind: 'terms.changed', facts: { what: record.what as TermsPart, isAccepted } }
    default:
      return null
  }
}

const hasDevice = sql`exists (select from ${pushSubscriptions} where ${pushSubscriptions.userId} = given."userId")`

const give = insertOf('notices given', notices, ['id', 'userId', 'circleId', 'at', 'kind', 'facts', 'letter'], {
  computed: { push: sql`case when ${hasDevice} then 'due' else 'none' end` },
})

async function insert(
  { clock, database }: Context,
  tx: Tx,
  circleId: string,
  found: readonly (Notice & { readonly userId: string })[],
  at: number,
): Promise<void> {
  if (found.length === 0) return
  const rows = found.map(({ userId, kind, facts }) => ({
    id: newId(clock),
    userId,
    circleId,
    at: new Date(at),
    kind,
    facts,
    // Also where an e-mail is not usual: its person may have asked for one.
    letter: 'due' as const,
  }))
  await together(give(tx, rows), database.notify(tx, NOTICES_CHANNEL, ''))
}
