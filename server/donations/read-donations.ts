import { and, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { takesParts } from '#circle/parts.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleMode } from '#circle/state.ts'
import type { HelpedAct } from '#contracts/entities/donation.ts'
import type { Context } from '#server/context.ts'
import { jsonReader, prepared } from '#server/database/prepared.ts'
import type { JsonRow, Statement } from '#server/database/prepared.ts'
import { walkOrder } from '#server/database/pages.ts'
import type { PaymentKeyRow } from '#server/members/payment-keys.ts'
import type { UserRow } from '#server/members/view.ts'
import { circles } from '#server/tables/circles.ts'
import { donationCounters } from '#server/tables/donation-counters.ts'
import { donations } from '#server/tables/donations.ts'
import type { DonationStatus } from '#server/tables/donations.ts'
import { ledger, isByHelper } from '#server/tables/ledger.ts'
import { entries } from '#server/tables/entries.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { reports } from '#server/tables/reports.ts'
import { users } from '#server/tables/users.ts'
import type { Asker } from '#server/access/read-as-asked.ts'
import type { AskedRead } from '#server/handler.ts'
import { givenAsker, readAsAsked } from '#server/access/read-as-asked.ts'
import type { DonationRow } from './find.ts'

/** As much of a person as a donation shows. */
export type PartyRow = Pick<
  UserRow,
  'id' | 'firstName' | 'lastName' | 'avatar' | 'sealed' | 'btcQrSha256' | 'usdtQrSha256'
>
export type KeyRow = Pick<PaymentKeyRow, 'id' | 'sealed' | 'commitment'>
/** An act of a helper: for whom, and the helper's first name. */
export type Helped = { readonly act: HelpedAct; readonly memberId: string; readonly by: string }
export type ReportRow = typeof reports.$inferSelect

/** Donations in order, with everything that their views take from other tables. */
export type ReadDonations = {
  readonly rows: readonly DonationRow[]
  readonly mode: CircleMode
  /** Whether contributions may be paid in parts here (circle/parts.ts). */
  readonly inParts: boolean
  readonly people: ReadonlyMap<string, PartyRow>
  /** Positions by member's id and level: `<id>:<level>`. */
  readonly places: ReadonlyMap<string, number>
  /** The latest report of each donation that has one, by the report's id. */
  readonly reports: ReadonlyMap<string, ReportRow>
  readonly keys: ReadonlyMap<string, KeyRow>
  /** The acts of helpers on each donation, in order. */
  readonly helped: ReadonlyMap<string, readonly Helped[]>
  /** How many donations the circle has in each status. */
  readonly counts: ReadonlyMap<DonationStatus, number>
}

type Read = {
  donations: JsonRow[]
  mode: CircleMode
  plan: Plan
  people: PartyRow[]
  places: [string, number, number][]
  reports: JsonRow[]
  keys: KeyRow[]
  helped: (Helped & { donationId: string })[]
  counts: [DonationStatus, number][]
}

/**
 * The statement that reads donations and all that stands beside them in one round trip. `page` selects whole rows of the
 * table, in order. PostgreSQL builds the JSON, so that what is read once (people, keys) is sent once. Look-ups go by arrays of
 * ids, which PostgreSQL always expects to be short, so that it takes the index whatever it expects of the page.
 */
function statementOf(circleId: string | Asker['circleId'], page: SQL, { isCounted = true } = {}): SQL {
  const list = (of: SQL) => sql`coalesce((${of}), '[]'::json)`
  const idsOf = (column: SQL) => sql`any (array(select ${column} from page))`
  const isParty = sql`any (array(select donor_id from page union select receiver_id from page))`
  return sql`with page as materialized (${page}) select
    ${list(sql`select json_agg(page) from page`)} as donations,
    (select ${circles.mode} from ${circles} where ${eq(circles.id, circleId)}) as mode,
    (select ${circles.plan} from ${circles} where ${eq(circles.id, circleId)}) as plan,
    ${list(sql`select json_agg(json_build_object('id', ${users.id}, 'firstName', ${users.firstName}, 'lastName', ${users.lastName},
      'avatar', ${users.avatar}, 'sealed', ${users.sealed}, 'btcQrSha256', ${users.btcQrSha256}, 'usdtQrSha256', ${users.usdtQrSha256}))
      from ${users} where ${users.id} = ${isParty}`)} as people,
    ${list(sql`select json_agg(json_build_array(${entries.memberId}, ${entries.level}, ${entries.position}))
      from ${entries} where ${and(eq(entries.circleId, circleId), sql`${entries.memberId} = ${isParty}`)}`)} as places,
    ${list(sql`select json_agg(reports) from ${reports}
      where ${and(eq(reports.circleId, circleId), sql`${reports.id} = ${idsOf(sql`report_id`)}`)}`)} as reports,
    ${list(sql`select json_agg(json_build_object('id', ${paymentKeys.id}, 'sealed', ${paymentKeys.sealed}, 'commitment', ${paymentKeys.commitment}))
      from ${paymentKeys} where ${and(eq(paymentKeys.circleId, circleId), sql`${paymentKeys.id} = ${idsOf(sql`payment_key_id`)}`)}`)} as keys,
    ${list(sql`select json_agg(json_build_object('donationId', ${ledger.payload} #>> '{command,donationId}', 'act', ${ledger.payload} #>> '{command,kind}',
      'memberId', ${ledger.actorId}, 'by', ${users.firstName}) order by ${ledger.seq})
      from ${ledger} join ${users} on ${users.id} = (${ledger.payload} ->> 'helper')::uuid
      where ${and(eq(ledger.circleId, circleId), isByHelper, sql`${ledger.payload} #>> '{command,donationId}' = any (array(select id::text from page))`)}`)} as helped,
    ${isCounted ? list(countersOf(circleId)) : sql`'[]'::json`} as counts`
}

const countersOf = (circleId: string | Asker['circleId']) =>
  sql`select json_agg(json_build_array(${donationCounters.status}, ${donationCounters.count}))
    from ${donationCounters} where ${eq(donationCounters.circleId, circleId)}`

/** Reads the donations that `page` selects, as whole rows in order, with all that stands beside them. */
export async function readDonations({ actor, db }: Pick<Context, 'actor' | 'db'>, page: SQL): Promise<ReadDonations> {
  const { rows } = await db.execute<Read>(statementOf(actor.circleId, page))
  return resultOf(rows[0]!)
}

/**
 * The same for a page that is asked for often: prepared under `name`, with the placeholders `circleId` and `actorId`.
 */
export function readPrepared(
  name: string,
  page: () => SQL,
): (context: Pick<Context, 'actor' | 'db'>) => Promise<ReadDonations> {
  const statement: Statement<Read> = prepared(name, () => statementOf(sql.placeholder('circleId'), page()))
  return async ({ actor, db }) => {
    const [read] = await statement(db, { circleId: actor.circleId, actorId: actor.id })
    return resultOf(read!)
  }
}

/** One donation, by `donationId`. */
const one = (circleId: Asker['circleId']) =>
  statementOf(
    circleId,
    sql`select * from ${donations} where ${and(eq(donations.circleId, circleId), eq(donations.id, sql.placeholder('donationId')))}`,
    { isCounted: false },
  )

const readOne: Statement<Read> = prepared('donation', () => one(givenAsker.circleId))

/** One donation of the actor's circle; no row where there is none. */
export async function readDonation({ actor, db }: Pick<Context, 'actor' | 'db'>, donationId: string) {
  const [read] = await readOne(db, { circleId: actor.circleId, donationId })
  return resultOf(read!)
}

/** The same for whoever a token names. */
const readOneAsked = readAsAsked<Read>('donation_asked', ({ circleId }) => one(circleId))
export const readDonationAsked: AskedRead<ReadDonations> = async (services, asker, values) => {
  const { actor, row } = await readOneAsked(services, asker, values)
  return { actor, row: resultOf(row) }
}

/** The circle and the actor of a prepared page. */
export const ofCircle = eq(donations.circleId, sql.placeholder('circleId'))
export const asDonor = eq(donations.donorId, sql.placeholder('actorId'))
export const asReceiver = eq(donations.receiverId, sql.placeholder('actorId'))

/**
 * Whole rows that meet a condition, newest first or, `reversed`, oldest first. A page behind others is walked to in the index
 * alone, and only its own rows are read whole.
 */
export function newest(where: SQL, { reversed, skip, take }: { reversed: boolean; skip: number; take: number }): SQL {
  const order = sql.join(walkOrder(reversed, donations.createdAt, donations.id), sql`, `)
  // Written as numbers, since a prepared page must not leave them open.
  const walked = sql`from ${donations} where ${where} order by ${order} limit ${sql.raw(String(take))} offset ${sql.raw(String(skip))}`
  if (skip === 0) return sql`select * ${walked}`
  return sql`select ${donations}.* from (select circle_id, id ${walked}) as walked join ${donations} using (circle_id, id) order by ${order}`
}

const donationFrom = jsonReader(donations)
const reportFrom = jsonReader(reports)

function resultOf({ mode, plan, ...read }: Read): ReadDonations {
  return {
    rows: read.donations.map(donationFrom),
    mode,
    inParts: takesParts({ plan }),
    people: new Map(read.people.map((person) => [person.id, person])),
    places: new Map(read.places.map(([memberId, level, position]) => [`${memberId}:${level}`, position])),
    reports: new Map(read.reports.map(reportFrom).map((report) => [report.id, report])),
    keys: new Map(read.keys.map((key) => [key.id, key])),
    helped: Map.groupBy(read.helped, ({ donationId }) => donationId),
    counts: new Map(read.counts),
  }
}
