import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/**
 * The simulated outcomes of plans for circles of a size, stored under the plan's numbers, since a version is only a
 * name.
 */
export const simulations = pgTable(
  'simulations',
  {
    /** SHA-256 of the plan's behaviour in canonical form, without its name. */
    planHash: text('plan_hash').notNull(),
    members: integer().notNull(),
    /** The simulator's version; figures of an older one are computed anew. */
    simulator: integer().notNull(),
    planName: text('plan_name').notNull(),
    planVersion: integer('plan_version').notNull(),
    outcome: jsonb().$type<unknown>().notNull(),
    computedAt: instant('computed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.planHash, table.members, table.simulator] })],
)
