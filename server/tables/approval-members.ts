import { index, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { approvals } from './approvals.ts'
import { users } from './users.ts'

/** The members whom a proposed change touches, and who of them objects to it. */
export const approvalMembers = pgTable(
  'approval_members',
  {
    approvalId: uuid('approval_id')
      .notNull()
      .references(() => approvals.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    objectedAt: timestamp('objected_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [
    primaryKey({ columns: [table.approvalId, table.userId] }),
    index('approval_members_user').on(table.userId),
  ],
)
