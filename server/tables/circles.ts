import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CircleMode } from '#circle/state.ts'
import type { Plan } from '#circle/plan.ts'

/** Who answers for a real circle: shown on its terms page. */
export type Operator = { name: string; document: string; contact: string; dataProtectionContact: string }

/** One row a circle: what is locked before anything in it changes. Its mode and plan are held to each other by constraints in the migrations. */
export const circles = pgTable(
  'circles',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    mode: text().$type<CircleMode>().notNull(),
    plan: jsonb().$type<Plan>().notNull(),
    operator: jsonb().$type<Operator>(),
    /** The ledger's head: number and hash of its last entry. */
    seq: bigint({ mode: 'number' }).notNull(),
    headHash: text('head_hash').notNull(),
    nextOrder: bigint('next_order', { mode: 'number' }).notNull(),
    donationsMade: bigint('donations_made', { mode: 'number' }).notNull(),
    pulledPeriod: text('pulled_period'),
    /** How many reports were ever made: kept with each, so that the console's list never counts them. */
    reportsMade: bigint('reports_made', { mode: 'number' }).notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
    /** Who registers belongs to this circle: one of the installation's, held by an index. */
    openForRegistration: boolean('open_for_registration').notNull().default(false),
    /** A demonstration that was begun anew: when, and the circle that stands in its place. Its ledger stays as it was. */
    endedAt: timestamp('ended_at', { withTimezone: true, mode: 'date' }),
    replacedBy: uuid('replaced_by'),
  },
  (table) => [
    uniqueIndex('circles_one_open')
      .on(table.openForRegistration)
      .where(sql`${table.openForRegistration}`),
  ],
)

/** What the rules keep of each approved member: levels completed, re-entry, money confirmed. */
export const circleMembers = pgTable(
  'circle_members',
  {
    circleId: uuid('circle_id')
      .notNull()
      .references(() => circles.id),
    memberId: uuid('member_id').notNull(),
    status: text().$type<'approved' | 'suspended' | 'left'>().notNull(),
    completedN1At: timestamp('completed_n1_at', { withTimezone: true, mode: 'date' }),
    completedN2At: timestamp('completed_n2_at', { withTimezone: true, mode: 'date' }),
    completedN3At: timestamp('completed_n3_at', { withTimezone: true, mode: 'date' }),
    n3CompletedAt: timestamp('n3_completed_at', { withTimezone: true, mode: 'date' }),
    reentry: text().$type<'none' | 'owing' | 'allowed'>().notNull(),
    givenN1Cents: bigint('given_n1_cents', { mode: 'number' }).notNull(),
    givenN2Cents: bigint('given_n2_cents', { mode: 'number' }).notNull(),
    givenN3Cents: bigint('given_n3_cents', { mode: 'number' }).notNull(),
    givenAdministrationCents: bigint('given_administration_cents', { mode: 'number' }).notNull(),
    receivedN1Cents: bigint('received_n1_cents', { mode: 'number' }).notNull(),
    receivedN2Cents: bigint('received_n2_cents', { mode: 'number' }).notNull(),
    receivedN3Cents: bigint('received_n3_cents', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.memberId] }),
    index('circle_members_member').on(table.memberId),
  ],
)

/** How many donations of a circle stand in each status, and what they sum to: kept in the transaction that changes them. */
export const donationCounters = pgTable(
  'donation_counters',
  {
    circleId: uuid('circle_id')
      .notNull()
      .references(() => circles.id),
    status: text().notNull(),
    count: integer().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.status] })],
)
