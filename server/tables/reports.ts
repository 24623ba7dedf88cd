import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Resolution } from '#circle/report.ts'
import type { DonationOutcome, ReportStatus } from '#circle/state.ts'
import { inCircle } from './circles.ts'
import { donations } from './donations.ts'
import { instant } from './instant.ts'

/**
 * A party's report that something is wrong with an open donation. A donation is reported at most once, except that each
 * further rejected receipt opens another when the one before has been decided.
 */
export const reports = pgTable(
  'reports',
  {
    circleId: inCircle(),
    id: uuid().notNull(),
    donationId: uuid('donation_id').notNull(),
    /** Null where neither party opened it: the administration did, or the rules, for a rejected receipt. */
    reporterId: uuid('reporter_id'),
    reason: text().notNull(),
    additionalInfo: text('additional_info'),
    /** Opens the hash of reason and additional information that the ledger holds; null from before it held one. */
    salt: text(),
    /** How long it stops the deadline at most; null: by who opened it (circle/clock.ts). */
    holdsMs: integer('holds_ms'),
    status: text().$type<ReportStatus>().notNull(),
    resolution: text().$type<Resolution>(),
    resolutionMessage: text('resolution_message'),
    adminNotes: text('admin_notes'),
    outcome: text().$type<DonationOutcome>(),
    reportedAt: instant('reported_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.id] }),
    foreignKey({ columns: [table.circleId, table.donationId], foreignColumns: [donations.circleId, donations.id] }),
    index('reports_of_donation').on(table.circleId, table.donationId),
    uniqueIndex('reports_one_open')
      .on(table.circleId, table.donationId)
      .where(sql`${table.endedAt} is null`),
    index('reports_reporter').on(table.circleId, table.reporterId, table.reportedAt.desc(), table.id.desc()),
    index('reports_all').on(table.circleId, table.reportedAt.desc(), table.id.desc()),
    index('reports_status').on(table.circleId, table.status, table.reportedAt.desc(), table.id.desc()),
  ],
)
