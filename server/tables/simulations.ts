import { integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** What plans do to circles of a size, as the simulator found it: kept by the plan's numbers, since a version is only a name. */
export const simulations = pgTable(
  'simulations',
  {
    /** SHA-256 of what the plan does, in canonical form: not of its name. */
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
