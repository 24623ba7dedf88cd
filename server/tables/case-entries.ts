import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { reports } from './reports.ts'
import { instant } from './instant.ts'

/**
 * The statements of a report's parties after it was opened, and the administration's requests to one of them. Its
 * decisions and messages are report steps. Texts are never changed; erasing a person replaces them.
 */
export const caseEntries = pgTable(
  'case_entries',
  {
    circleId: uuid('circle_id').notNull(),
    id: uuid().notNull(),
    reportId: uuid('report_id').notNull(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id').notNull(),
    what: text().$type<'statement' | 'request'>().notNull(),
    text: text().notNull(),
    /** The party of whom a request asks something, and the last day for it (in São Paulo). */
    askedOf: text('asked_of').$type<'donor' | 'receiver'>(),
    until: date({ mode: 'string' }),
    pictureSha256: text('picture_sha256'),
    /** The SHA-256 of the picture as it was sent, which its sender's device signs. */
    pictureSent: text('picture_sent'),
    /** Opens the hash that the ledger holds; null once the text was erased. */
    salt: text(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.id] }),
    foreignKey({ columns: [table.circleId, table.reportId], foreignColumns: [reports.circleId, reports.id] }),
    index('case_entries_report').on(table.circleId, table.reportId, table.at, table.id),
    // Before a stored picture is deleted, every row that may point at it is asked.
    index('case_entries_picture')
      .on(table.pictureSha256)
      .where(sql`${table.pictureSha256} is not null`),
    check(
      'case_entries_what',
      sql`(${table.what} = 'statement' and ${table.askedOf} is null and ${table.until} is null)
        or (${table.what} = 'request' and ${table.askedOf} is not null and ${table.askedOf} in ('donor', 'receiver')
          and ${table.until} is not null)`,
    ),
  ],
)
