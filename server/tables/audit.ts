import type { AccessKind } from '#contracts/access-kinds.ts'
import { bigserial, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './instant.ts'

/**
 * The access log: what happened to accounts, and who accessed whose data. It holds ids only, never a name, e-mail or
 * network address.
 */
export const audit = pgTable(
  'audit',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    circleId: uuid('circle_id'),
    kind: text().$type<AuditKind>().notNull(),
    /** The person who did it; null when they could not be authenticated. */
    actorId: uuid('actor_id'),
    /** The person whose account or data it was. */
    subjectId: uuid('subject_id'),
    /** The names of the fields that an edit changed, never their values. */
    fields: text().array(),
  },
  (table) => [
    index('audit_subject').on(table.subjectId, table.id.desc()),
    index('audit_circle').on(table.circleId, table.id.desc()),
    index('audit_looks').on(table.circleId, table.actorId, table.kind, table.id.desc()),
  ],
)

export type AuditKind = AccessKind
