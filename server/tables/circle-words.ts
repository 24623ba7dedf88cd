import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TermsDocument } from '#circle/terms.ts'
import { inCircle } from './circles.ts'
import { instant } from './instant.ts'

/** A circle's name as it is hashed. */
export type NamedWords = { readonly circleId: string; readonly name: string }

/**
 * The words behind the hashes of a circle's ledger: each version of its terms, and each name that it had. The ledger
 * has the hash alone; whoever shows the words checks them against it. Rows are only ever added.
 */
export const circleWords = pgTable(
  'circle_words',
  {
    circleId: inCircle(),
    hash: text().notNull(),
    words: jsonb().$type<TermsDocument | NamedWords>().notNull(),
    keptAt: instant('kept_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.hash] })],
)
