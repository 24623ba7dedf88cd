import { sql } from 'drizzle-orm'
import { bigint, boolean, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Plan } from '#circle/plan.ts'
import type { CircleMode } from '#circle/state.ts'

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
