import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { inCircle } from './circles.ts'
import { users } from './users.ts'
import { instant } from './instant.ts'

/**
 * Invitations to become a member of a circle: shared ones, which several people use, and personal ones. The link's secret
 * stands here only as a hash; whom a personal one is for, and the note of a shared one, are sealed.
 */
export const joinLinks = pgTable(
  'join_links',
  {
    circleId: inCircle(),
    id: uuid().notNull(),
    /** Emptied when a personal one is used, and a month after any other ended. */
    sealed: text(),
    /** By which the same person is found again: keyed, of the e-mail, else the phone, the CPF or the name. Null: shared. */
    personIndex: text('person_index'),
    secretHash: text('secret_hash').notNull().unique('join_links_secret'),
    usesMax: integer('uses_max').notNull(),
    uses: integer().notNull().default(0),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.id] }),
    uniqueIndex('join_links_person')
      .on(table.circleId, table.personIndex)
      .where(sql`${table.revokedAt} is null and ${table.uses} = 0`),
    check('join_links_uses', sql`${table.uses} between 0 and ${table.usesMax} and ${table.usesMax} between 1 and 100`),
  ],
)

/** The people who registered through an invitation. */
export const joinLinkUses = pgTable(
  'join_link_uses',
  {
    circleId: uuid('circle_id').notNull(),
    userId: uuid('user_id').notNull(),
    linkId: uuid('link_id').notNull(),
    at: instant('at').notNull(),
    /** Whether an e-mail, phone or CPF of a personal invitation is that of who registered; null for a shared one. */
    isInvited: boolean('is_invited'),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.userId] }),
    index('join_link_uses_link').on(table.circleId, table.linkId),
    foreignKey({
      name: 'join_link_uses_link_fk',
      columns: [table.circleId, table.linkId],
      foreignColumns: [joinLinks.circleId, joinLinks.id],
    }),
  ],
)
