import { createHash } from 'node:crypto'
import { entryText } from '#circle/ledger/entry.ts'

/** The facts that an entry's hash covers, beside the hash of the previous entry. */
export type ChainedFacts = {
  readonly circleId: string
  readonly seq: number
  readonly at: number
  readonly actorId: string | null
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** SHA-256 in hex over the canonical form of an entry and the hash of the previous entry. */
export function chainHash({ circleId, seq, at, actorId, kind, payload }: ChainedFacts, previousHash: string): string {
  return sha256(
    entryText(circleId, {
      seq,
      at: new Date(at).toISOString(),
      actor_id: actorId,
      kind,
      payload,
      previous_hash: previousHash,
    }),
  )
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
