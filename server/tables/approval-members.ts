import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { approvals } from './approvals.ts'
import { ofUser } from './users.ts'
import { instant } from './instant.ts'

/** The members whom a proposed change touches, and who of them objects to it. */
export const approvalMembers = pgTable(
  'approval_members',
  {
    approvalId: uuid('approval_id')
      .notNull()
      .references(() => approvals.id),
    userId: ofUser(),
    objectedAt: instant('objected_at'),
  },
  (table) => [
    primaryKey({ columns: [table.approvalId, table.userId] }),
    index('approval_members_user').on(table.userId),
  ],
)
