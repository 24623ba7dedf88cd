import { bigint, foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Level } from '#circle/plan.ts'
import type { Inverse } from '#circle/state.ts'
import type { JournalKind } from '#circle/queue-changes.ts'
import type { Rest, RestKind } from '#circle/undo.ts'
import { ledger } from './ledger.ts'
import { instant } from './instant.ts'

/** The places and roles that a change moved, with their members; null is outside of the queue. */
export type ChangeEffects = {
  readonly moves: readonly { readonly memberId: string; readonly from: number | null; readonly to: number | null }[]
  readonly roles: readonly { readonly memberId: string; readonly receiver: boolean }[]
  /** The rest that followed at once, by kind and count. */
  readonly followed: Readonly<Partial<Record<RestKind, number>>>
}

/**
 * The journal of the queues: each change that the administration, a draw or two members made, by the ledger entry of its command. It
 * holds what the ledger may not: the reason in words. Everything else in it follows from the ledger.
 */
export const queueChanges = pgTable(
  'queue_changes',
  {
    circleId: uuid('circle_id').notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    /** The last entry of the decision: what comes behind it may rest on it. */
    lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id'),
    kind: text().$type<JournalKind>().notNull(),
    level: integer().$type<Level>().notNull(),
    /** The members whom the command names. */
    about: jsonb().$type<string[]>().notNull(),
    effects: jsonb().$type<ChangeEffects>().notNull(),
    /** The inverse, which gives the queue back; null where a change is never undone: a draw, an undoing, a swap of members. */
    inverse: jsonb().$type<Inverse>(),
    /** The first thing of its own doing that rests on it. */
    rests: jsonb().$type<Rest>(),
    reason: text(),
    /** Opens the hash of the reason, in the ledger's entry `reasonSeq`; null without a reason, and once it was erased. */
    salt: text(),
    reasonSeq: bigint('reason_seq', { mode: 'number' }),
    /** The change that this one undid, and the one that undid this. */
    undoesSeq: bigint('undoes_seq', { mode: 'number' }),
    undoneSeq: bigint('undone_seq', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.circleId, table.seq] }),
    foreignKey({ columns: [table.circleId, table.seq], foreignColumns: [ledger.circleId, ledger.seq] }),
  ],
)
