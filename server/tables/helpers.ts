import { sql } from 'drizzle-orm'
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { inCircle } from './circles.ts'
import { users } from './users.ts'
import { instant } from './instant.ts'

/** The helpers of members without a device, and the picture of the paper on which they named them (circle/ledger/helpers.ts). */
export const helpers = pgTable(
  'helpers',
  {
    id: uuid().primaryKey(),
    circleId: inCircle(),
    memberId: uuid('member_id')
      .notNull()
      .references(() => users.id),
    helperId: uuid('helper_id')
      .notNull()
      .references(() => users.id),
    /** The file of the paper's picture; null once a party is erased. The ledger keeps its hash. */
    paperSha256: text('paper_sha256'),
    namedAt: instant('named_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('helpers_one')
      .on(table.circleId, table.memberId)
      .where(sql`${table.endedAt} is null`),
    index('helpers_by').on(table.helperId, table.circleId),
  ],
)
