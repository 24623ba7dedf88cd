import type { AccessKind } from '#contracts/access-kinds.ts'
import { bigserial, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** What happened to accounts and who looked at whose data. Ids only: a person's name, address or network address never stands here. */
export const audit = pgTable(
  'audit',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    circleId: uuid('circle_id'),
    kind: text().$type<AuditKind>().notNull(),
    /** Who did it; null for somebody who could not show who they are. */
    actorId: uuid('actor_id'),
    /** Whose account or data it was. */
    subjectId: uuid('subject_id'),
  },
  (table) => [
    index('audit_subject').on(table.subjectId, table.id.desc()),
    index('audit_circle').on(table.circleId, table.id.desc()),
    index('audit_looks').on(table.circleId, table.actorId, table.kind, table.id.desc()),
  ],
)

export type AuditKind = AccessKind
