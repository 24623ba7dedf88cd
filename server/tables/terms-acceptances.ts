import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { TermsDocument } from '#circle/terms.ts'
import type { CircleMode } from '#circle/state.ts'
import { ofUser } from './users.ts'
import { instant } from './instant.ts'

/** The terms as somebody accepted them. Rows from before the terms had a hash hold mode, plan and outcome alone. */
export type ShownTerms = Partial<TermsDocument> & {
  readonly mode: CircleMode
  /** The simulated figures that stood beside the plan. */
  readonly outcome: Readonly<Record<string, unknown>> | null
  /** An earlier acceptance of the same plan, which a demonstration kept. */
  readonly carried?: true
}

/**
 * The terms that a person accepted: their hash (`demonstracao:termos:1` and the like from before there was one), what was
 * shown, and the time. One acceptance for each version.
 */
export const termsAcceptances = pgTable(
  'terms_acceptances',
  {
    userId: ofUser(),
    termsVersion: text('terms_version').notNull(),
    shown: jsonb().$type<ShownTerms>().notNull(),
    acceptedAt: instant('accepted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.termsVersion] })],
)
