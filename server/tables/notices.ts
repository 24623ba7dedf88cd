import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { NoticeFacts, NoticeKind } from '#contracts/notices/notice.ts'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/** The state of the e-mail about a notice: none is to be written, it is due, or it was written. */
export type LetterState = 'none' | 'due' | 'written'

/** The same of the message to the person's devices; none where they had no device when it was given. */
export type PushState = LetterState

/**
 * Everybody's inbox: one row for each thing that concerns a person and that they did not do themselves. Facts are ids,
 * amounts, numbers and times, never names.
 */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    circleId: inCircle(),
    at: instant('at').notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    facts: jsonb().$type<NoticeFacts[NoticeKind]>().notNull(),
    readAt: instant('read_at'),
    letter: text().$type<LetterState>().notNull(),
    push: text().$type<PushState>().notNull().default('none'),
  },
  (table) => [
    index('notices_user').on(table.userId, table.id.desc()),
    index('notices_unread')
      .on(table.userId)
      .where(sql`${table.readAt} is null`),
    index('notices_letter_due')
      .on(table.userId, table.id)
      .where(sql`${table.letter} = 'due'`),
    index('notices_push_due')
      .on(table.userId, table.id)
      .where(sql`${table.push} = 'due'`),
    check('notices_push', sql`${table.push} in ('none', 'due', 'written')`),
    check('notices_letter', sql`${table.letter} in ('none', 'due', 'written')`),
  ],
)
