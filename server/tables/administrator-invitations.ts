import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AdministratorRole } from '#contracts/forms/administrators.ts'
import { users } from './users.ts'
import { instant } from './instant.ts'

/** Invitations to administer the installation. The link's secret stands here only as a hash; name and e-mail are sealed. */
export const administratorInvitations = pgTable(
  'administrator_invitations',
  {
    id: uuid().primaryKey(),
    /** Name and e-mail; emptied when the invitation ends. */
    sealed: text(),
    emailIndex: text('email_index').notNull(),
    role: text().$type<AdministratorRole>().notNull(),
    secretHash: text('secret_hash').notNull().unique('administrator_invitations_secret'),
    invitedBy: uuid('invited_by')
      .notNull()
      .references(() => users.id),
    /** The second person who approved it; null where one administrator alone wanted it. */
    approvedBy: uuid('approved_by').references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When it was accepted or revoked. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('administrator_invitations_email').on(table.emailIndex),
    check('administrator_invitations_role', sql`${table.role} in ('ADMIN', 'AUDITOR')`),
  ],
)
