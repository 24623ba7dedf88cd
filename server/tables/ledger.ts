import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { circles } from './circles.ts'

/** The circle's ledger: every event, in order, each holding the hash of the one before. Ids and amounts only, so that a person can be erased. */
export const ledger = pgTable(
  'ledger',
  {
    circleId: uuid('circle_id')
      .notNull()
      .references(() => circles.id),
    seq: bigint({ mode: 'number' }).notNull(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    /** Who caused it: a person's id, or null for the circle's own clock. */
    actorId: uuid('actor_id'),
    kind: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.seq] }),
    // What happened to one donation, for who decides about it.
    index('ledger_donation')
      .on(table.circleId, sql`(${table.payload} ->> 'donationId')`)
      .where(sql`${table.payload} ->> 'donationId' is not null`),
  ],
)
