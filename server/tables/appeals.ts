import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { AppealDecision, DonationOutcome } from '#circle/state.ts'
import { reports } from './reports.ts'
import { instant } from './instant.ts'

/** The one appeal that a case can have, and its decision. Texts are never changed; erasing a person replaces them. */
export const appeals = pgTable(
  'appeals',
  {
    circleId: uuid('circle_id').notNull(),
    reportId: uuid('report_id').notNull(),
    /** The id of the appellant's words in the ledger; `decisionId` that of the decision's. */
    id: uuid().notNull(),
    at: instant('at').notNull(),
    appellantId: uuid('appellant_id').notNull(),
    reason: text().notNull(),
    /** Opens the hash that the ledger holds; null once the text was erased. */
    salt: text(),
    decisionId: uuid('decision_id'),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by'),
    decision: text().$type<AppealDecision>(),
    outcome: text().$type<DonationOutcome>(),
    message: text(),
    decisionSalt: text('decision_salt'),
    notes: text(),
  },
  (table) => [
    // One appeal a case.
    primaryKey({ columns: [table.circleId, table.reportId] }),
    foreignKey({ columns: [table.circleId, table.reportId], foreignColumns: [reports.circleId, reports.id] }),
    index('appeals_open')
      .on(table.circleId, table.at)
      .where(sql`${table.decidedAt} is null`),
    check(
      'appeals_decision',
      sql`(${table.decidedAt} is null) = (${table.decision} is null)
        and (${table.decidedAt} is null) = (${table.outcome} is null)
        and (${table.decidedAt} is null) = (${table.decidedBy} is null)
        and (${table.decidedAt} is null) = (${table.decisionId} is null)
        and (${table.decidedAt} is null) = (${table.message} is null)`,
    ),
    check(
      'appeals_upheld',
      sql`${table.decision} is null or (${table.decision} in ('UPHELD', 'CHANGED') and ${table.outcome} in ('keep', 'confirm', 'cancel')
        and (${table.decision} = 'CHANGED' or ${table.outcome} = 'keep'))`,
    ),
  ],
)
