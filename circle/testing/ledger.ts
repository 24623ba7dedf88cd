import type { CircleEvent } from '../state.ts'
import { entryText, GENESIS_HASH } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'

/** The entries of a ledger for events, chained as the server chains them. */
export function chained(
  circleId: string,
  events: readonly CircleEvent[],
  sha256: (text: string) => string,
): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  for (const { kind, ...payload } of events) {
    const seq = entries.length + 1
    const facts = {
      seq,
      at: new Date(Date.UTC(2026, 0, 5) + seq * 60_000).toISOString(),
      actor_id: seq % 3 === 0 ? null : 'somebody',
      kind,
      payload,
      previous_hash: entries.at(-1)?.hash ?? GENESIS_HASH,
    }
    entries.push({ ...facts, hash: sha256(entryText(circleId, facts)) })
  }
  return entries
}
