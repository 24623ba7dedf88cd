import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** What plans do to circles of a size, as the simulator found it: kept by the plan's whole content, since a version is only a number. */
export const simulations = pgTable(
  'simulations',
  {
    /** SHA-256 of the plan in canonical form. */
    planHash: text('plan_hash').notNull(),
    members: integer().notNull(),
    /** Of the simulator: figures of an older one are computed anew. */
    simulator: integer().notNull(),
    planName: text('plan_name').notNull(),
    planVersion: integer('plan_version').notNull(),
    outcome: jsonb().$type<unknown>().notNull(),
    computedAt: timestamp('computed_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.planHash, table.members, table.simulator] })],
)
