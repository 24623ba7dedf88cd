import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { DonationOutcome, ReportStatus } from '#circle/state.ts'
import { reports } from './reports.ts'
import { instant } from './instant.ts'

/** Every text of the administration about a report, in order; the report itself holds the last one. */
export const reportSteps = pgTable(
  'report_steps',
  {
    circleId: uuid('circle_id').notNull(),
    id: uuid().notNull(),
    reportId: uuid('report_id').notNull(),
    at: instant('at').notNull(),
    /** Null for decisions made before each step was recorded. */
    actorId: uuid('actor_id'),
    status: text().$type<ReportStatus>().notNull(),
    message: text(),
    /** Opens the message's hash that the ledger holds; null without a message, and from before it held one. */
    salt: text(),
    notes: text(),
    outcome: text().$type<DonationOutcome>(),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.id] }),
    foreignKey({ columns: [table.circleId, table.reportId], foreignColumns: [reports.circleId, reports.id] }),
    index('report_steps_report').on(table.circleId, table.reportId, table.at, table.id),
  ],
)
