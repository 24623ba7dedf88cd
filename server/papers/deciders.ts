import { and, asc, between, eq } from 'drizzle-orm'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import type { Context } from '#server/context.ts'
import { entryView } from '#server/ledger/queries.ts'
import { ledger } from '#server/tables/ledger.ts'

/** Around what was decided stand its command, the approval before that, and an event for each further place of the same person. */
const NEAR = 8

/** The entries around one, in their order. */
export async function entriesNear({ actor, db }: Context, seq: number): Promise<LedgerEntry[]> {
  const isNear = and(eq(ledger.circleId, actor.circleId), between(ledger.seq, seq - NEAR, seq + NEAR))
  return (await db.select().from(ledger).where(isNear).orderBy(asc(ledger.seq))).map(entryView)
}

/** The people who proposed and approved it: two entries before the command say the second, where two people had to decide. */
export function decidersOf(near: readonly LedgerEntry[], { seq, actor_id }: LedgerEntry): string[] {
  const [approved, executed] = [seq - 2, seq - 1].map((at) => near.find((one) => one.seq === at))
  const isApproved = executed?.kind === 'approval.executed' && approved?.kind === 'approval.approved'
  return [actor_id, isApproved ? approved.actor_id : null].filter((id) => id !== null)
}
