import { sql } from 'drizzle-orm'
import type { Placeholder, SQL } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/**
 * The records of a circle itself, of who runs it and of its first order: few among thousands of entries. Every query of them says this
 * condition, because the index of them is used only by a query that does.
 */
export const isAboutCircle = sql`("ledger"."kind" like 'circle.%' or "ledger"."kind" like 'administrator.%' or "ledger"."kind" in ('draw.begun', 'draw.revealed', 'draw.lapsed', 'queue.drawn') or "ledger"."kind" like 'order.%')`

/** The entries that say between whom a donation is (circle/ledger/signed-act.ts): the last one counts. */
export const isMadeBetween = sql`"ledger"."kind" in ('donation.matched', 'donation.handed_over')`

/**
 * The entries that say how donations and reports fare, from which papers are made. Every query of a period says this
 * condition, because the index of them is used only by a query that does.
 */
export const isOfMonth = sql`"ledger"."kind" in ('donation.matched', 'donation.confirmed', 'donation.part_confirmed', 'donation.late', 'donation.expired', 'donation.cancelled', 'donation.reported', 'report.ended')`

/**
 * The requests for a substitute and what became of them (circle/ledger/substitutes.ts). Every query of them says this condition,
 * because the index of them is used only by a query that does.
 */
export const isOfSubstitute = sql`"ledger"."kind" in ('substitute.asked', 'substitute.accepted', 'substitute.ended', 'place.handed_over', 'member.key_removed')`

/**
 * The entries that say who is a fiscal (circle/ledger/fiscals.ts). Every query of them says this condition, because the index of
 * them is used only by a query that does.
 */
export const isOfFiscals = sql`("ledger"."kind" like 'fiscal.%' or "ledger"."kind" like 'administrator.%' or "ledger"."kind" in ('circle.administrators_named', 'helper.named', 'helper.ended', 'member.approved', 'member.reinstated', 'member.suspended', 'member.left', 'entry.placed', 'entry.removed', 'queue.drawn', 'queue.change_undone', 'circle.brought_in', 'place.handed_over', 'pull.generated'))`

/**
 * A proposed order and what became of it (circle/ledger/orders.ts). Every query of them says this condition, because the index of
 * them is used only by a query that does.
 */
export const isOfOrders = sql`("ledger"."kind" like 'order.%' or "ledger"."kind" = 'queue.drawn')`

/**
 * The objections of members to proposals, made and taken back. Every query of them says this condition, because the index of them is
 * used only by a query that does.
 */
export const isOfObjections = sql`"ledger"."kind" in ('approval.objected', 'approval.objection_withdrawn')`

/**
 * Where a device's acts stand that it counted. Every query of them says this condition, because the index of them
 * (`ledger_signed`, 0000_ciranda.sql) is used only by a query that does.
 */
export const isCounted = sql`"ledger"."payload" #>> '{signature,count}' is not null`

/** The acts of helpers for one of a donation's parties. Every query of them says this condition, as above. */
export const isByHelper = sql`"ledger"."payload" ->> 'via' = 'helper'`

/** A device's count of an act. */
export const countOfAct = sql`(("ledger"."payload" #>> '{signature,count}')::bigint)`

/** Whether an entry is an act of a device. */
export const isOfDevice = (keyId: Placeholder | string): SQL =>
  sql`("ledger"."payload" #>> '{signature,key}') = ${keyId}`

/** The greatest count of a device in a circle's ledger; null before its first. */
export function lastCountOf(circleId: Placeholder, keyId: Placeholder): SQL {
  return sql`select max(${countOfAct})::float8 from ${ledger} where ${ledger.circleId} = ${circleId} and ${isOfDevice(keyId)} and ${isCounted}`
}

/**
 * The circle's ledger: every event in order, each with the hash of the one before. It holds ids and amounts only, so
 * that a person can be erased.
 */
export const ledger = pgTable(
  'ledger',
  {
    circleId: inCircle(),
    seq: bigint({ mode: 'number' }).notNull(),
    at: instant('at').notNull(),
    /** The person who caused it, or null for a scheduled job. */
    actorId: uuid('actor_id'),
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.seq] }),
    // The head that a device signed is looked for by its hash.
    index('ledger_hash').on(table.circleId, table.hash),
    // The history of one donation, for the administrator who decides about it.
    index('ledger_donation')
      .on(table.circleId, sql`(${table.payload} ->> 'donationId')`)
      .where(sql`${table.payload} ->> 'donationId' is not null`),
    // The keys that donations were promised to, for their parties' apps to check.
    index('ledger_payment_keys')
      .on(table.circleId, sql`(${table.payload} ->> 'memberId')`)
      .where(sql`${table.kind} = 'payment_key.committed'`),
    // The changes of the circle and of who runs it, which every member is shown.
    index('ledger_circle_changes').on(table.circleId, table.seq.desc()).where(isAboutCircle),
    // The acts of helpers, by the donation that each is about.
    index('ledger_helped')
      .on(table.circleId, sql`(${table.payload} #>> '{command,donationId}')`)
      .where(isByHelper),
    // The requests to take a place over.
    index('ledger_substitutes').on(table.circleId, table.seq).where(isOfSubstitute),
    // The fiscals, asked before what a fiscal may do.
    index('ledger_fiscals').on(table.circleId, table.seq).where(isOfFiscals),
    // The proposed order, asked every minute.
    index('ledger_orders').on(table.circleId, table.seq).where(isOfOrders),
    // A member's objections, which stand beside each proposal that touches them.
    index('ledger_objections').on(table.circleId, table.actorId, table.seq).where(isOfObjections),
    // The statements of a month or a year, and the month of the whole circle.
    index('ledger_of_month').on(table.circleId, table.at, table.seq).where(isOfMonth),
  ],
)
