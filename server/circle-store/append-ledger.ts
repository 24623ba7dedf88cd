import type { CircleEvent } from '#circle/state.ts'
import type { Tx } from '#server/database/types.ts'
import { ledger } from '#server/tables/ledger.ts'
import { chainHash } from './ledger-chain.ts'

/** Appends events to the circle's ledger, each chained to the entry before it, and returns the new head. */
export async function appendEvents(
  { actorId }: { readonly actorId: string | null },
  tx: Tx,
  circleId: string,
  head: { seq: number; headHash: string },
  events: readonly CircleEvent[],
  at: number,
): Promise<{ seq: number; headHash: string }> {
  let { seq, headHash } = head
  const rows = events.map(({ kind, ...payload }) => {
    seq += 1
    const facts = { circleId, seq, at, actorId, kind, payload }
    const hash = chainHash(facts, headHash)
    const row = { ...facts, at: new Date(at), previousHash: headHash, hash }
    headHash = hash
    return row
  })
  await tx.insert(ledger).values(rows)
  return { seq, headHash }
}
