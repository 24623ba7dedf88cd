import { jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { TermsDocument } from '#circle/terms.ts'
import { circles } from './circles.ts'

/** A circle's name as it is hashed. */
export type NamedWords = { readonly circleId: string; readonly name: string }

/**
 * The words behind the hashes of a circle's ledger: each version of its terms, and each name that it had. The ledger
 * has the hash alone; whoever shows the words checks them against it. Rows are only ever added.
 */
export const circleWords = pgTable(
  'circle_words',
  {
    circleId: uuid('circle_id')
      .notNull()
      .references(() => circles.id),
    hash: text().notNull(),
    words: jsonb().$type<TermsDocument | NamedWords>().notNull(),
    keptAt: timestamp('kept_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.hash] })],
)
