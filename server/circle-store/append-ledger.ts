import type { Command } from '#circle/circle.ts'
import { COMMAND_KIND } from '#circle/ledger.ts'
import type { CommandPayload } from '#circle/ledger-replay.ts'
import type { CircleEvent } from '#circle/state.ts'
import type { Tx } from '#server/database/types.ts'
import { ledger } from '#server/tables/ledger.ts'
import { chainHash } from './ledger-chain.ts'

/** A decision as the ledger records it: the command, the ids that it took, in their order, and its events. */
export type Decided = {
  readonly command: Command
  readonly ids: readonly string[]
  readonly events: readonly CircleEvent[]
}

/**
 * Appends a decision to the circle's ledger: first the command, then its events, each entry chained to the one before it.
 * Every reader of the ledger can repeat the decision (circle/ledger-replay.ts). Returns the new head.
 */
export async function appendDecision(
  { actorId }: { readonly actorId: string | null },
  tx: Tx,
  circleId: string,
  head: { seq: number; headHash: string },
  { command, ids, events }: Decided,
  at: number,
): Promise<{ seq: number; headHash: string }> {
  let { seq, headHash } = head
  const asked = { kind: COMMAND_KIND, command, ids } satisfies { kind: string } & CommandPayload
  const rows = [asked, ...events].map(({ kind, ...payload }) => {
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
