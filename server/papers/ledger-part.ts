import type { LedgerEntry, SignedHead } from '#circle/ledger/entry.ts'
import type { Movement } from '#circle/statement.ts'
import { movementOf, spanOf } from '#circle/statement.ts'
import type { StatementPeriod } from '#circle/statement.ts'
import { chainHash } from '#server/circle-store/ledger-chain.ts'
import type { Context } from '#server/context.ts'
import { signHead } from '#server/ledger/head.ts'
import { listMonthEntries } from '#server/ledger/queries.ts'
import { refuse } from '#server/lib/refusal.ts'

/**
 * The entries of a period that say what became of donations and reports, up to the present head, oldest first. Refuses with
 * `paper.altered` where an entry is not what its hash says: no paper repeats it.
 */
export async function readPeriod(
  context: Context,
  period: StatementPeriod,
  { memberId = null }: { readonly memberId?: string | null } = {},
): Promise<{ readonly head: SignedHead; readonly entries: readonly LedgerEntry[]; readonly movements: Movement[] }> {
  const head = await signHead(context)
  const entries = await listMonthEntries(context.db, head.circle_id, { ...spanOf(period), upTo: head.seq, memberId })
  ensureUnaltered(head.circle_id, entries)
  return { head, entries, movements: entries.flatMap((entry) => movementOf(entry) ?? []) }
}

/** Refuses an entry whose hash is not that of what it says. */
export function ensureUnaltered(circleId: string, entries: readonly LedgerEntry[]): void {
  for (const { seq, at, actor_id: actorId, kind, payload, previous_hash, hash } of entries) {
    const facts = { circleId, seq, at: Date.parse(at), actorId, kind, payload }
    if (chainHash(facts, previous_hash) !== hash) refuse('paper.altered', { seq })
  }
}
