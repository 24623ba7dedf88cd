import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { SessionVia } from '#circle/ledger/records.ts'
import type { ApprovalKind, ApprovalState } from '#contracts/approvals.ts'
import { inCircle } from './circles.ts'
import { users } from './users.ts'
import { instant } from './instant.ts'

/**
 * Changes of real circles that one administrator proposed: a second one approves them, or they wait. What exactly was
 * proposed is sealed, since it can hold payment keys.
 */
export const approvals = pgTable(
  'approvals',
  {
    id: uuid().primaryKey(),
    /** The circle that the proposer had selected, in which the change is made. */
    circleId: inCircle(),
    /** Every circle whose ledger tells of it. */
    circleIds: uuid('circle_ids').array().notNull(),
    kind: text().$type<ApprovalKind>().notNull(),
    /** The call that was made, by its name in the contract. */
    call: text().notNull(),
    /** The call's checked input, a salt, and what would change; the input is dropped at the end, all of it by erasure. */
    sealed: text(),
    /** SHA-256 of the salt and the canonical input. */
    bodyHash: text('body_hash').notNull(),
    /** SHA-256 of the rules' command in canonical form; the body's hash where no rule decides. */
    actHash: text('act_hash').notNull(),
    state: text().$type<ApprovalState>().notNull(),
    proposedBy: uuid('proposed_by')
      .notNull()
      .references(() => users.id),
    proposedVia: text('proposed_via').$type<SessionVia>().notNull(),
    proposedAt: instant('proposed_at').notNull(),
    /** When it happens by itself, unless somebody objects; null where a second person has to approve it. */
    dueAt: instant('due_at'),
    expiresAt: instant('expires_at').notNull(),
    decidedBy: uuid('decided_by').references(() => users.id),
    endedAt: instant('ended_at'),
    /** The refusal's sentence, where it could not be done any more. */
    failure: text(),
  },
  (table) => [
    index('approvals_open')
      .on(table.circleId, table.proposedAt)
      .where(sql`${table.state} = 'proposed'`),
    index('approvals_circle').on(table.circleId, table.proposedAt.desc()),
    check(
      'approvals_state',
      sql`${table.state} in ('proposed', 'executed', 'rejected', 'withdrawn', 'expired', 'failed')`,
    ),
    check(
      'approvals_two',
      sql`${table.state} <> 'executed' or ${table.decidedBy} is distinct from ${table.proposedBy}`,
    ),
    check(
      'approvals_alone',
      sql`${table.state} <> 'executed' or ${table.decidedBy} is not null or ${table.endedAt} >= ${table.proposedAt} + interval '72 hours'`,
    ),
  ],
)
