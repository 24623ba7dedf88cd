import { and, eq } from 'drizzle-orm'
import type { LedgerEntry, SignedHead } from '#circle/ledger/entry.ts'
import type { Movement } from '#circle/statement.ts'
import type { EventOfKind } from '#circle/state.ts'
import { movementOf, spanOf } from '#circle/statement.ts'
import type { StatementPeriod } from '#circle/statement.ts'
import { chainHash } from '#server/circle-store/ledger-chain.ts'
import type { Context } from '#server/context.ts'
import { signHead } from '#server/ledger/head.ts'
import { entryView, listMonthEntries } from '#server/ledger/queries.ts'
import { refuse } from '#server/lib/refusal.ts'
import { circles } from '#server/tables/circles.ts'
import { ledger } from '#server/tables/ledger.ts'

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

/** The sums with which somebody came in before a moment, by the entry that says them; null where they did not. */
export async function readBrought(
  { db }: Pick<Context, 'db'>,
  circleId: string,
  { memberId, before }: { readonly memberId: string; readonly before: number },
) {
  const [circle] = await db.select({ isBroughtIn: circles.isBroughtIn }).from(circles).where(eq(circles.id, circleId))
  if (!circle?.isBroughtIn) return null
  const came = and(eq(ledger.circleId, circleId), eq(ledger.kind, 'circle.brought_in'))
  const [row] = await db.select().from(ledger).where(came)
  const entry = entryView(row!)
  ensureUnaltered(circleId, [entry])
  const { places } = entry.payload as EventOfKind<'circle.brought_in'>
  const own = places.find((place) => place.memberId === memberId)
  return own && Date.parse(entry.at) < before ? { ...own, seq: entry.seq, hash: entry.hash, at: entry.at } : null
}

/** Refuses an entry whose hash is not that of what it says. */
export function ensureUnaltered(circleId: string, entries: readonly LedgerEntry[]): void {
  for (const { seq, at, actor_id: actorId, kind, payload, previous_hash, hash } of entries) {
    const facts = { circleId, seq, at: Date.parse(at), actorId, kind, payload }
    if (chainHash(facts, previous_hash) !== hash) refuse('paper.altered', { seq })
  }
}
