import { createHash } from 'node:crypto'

/** What an entry's hash covers, beside the hash of the entry before it. */
export type ChainedFacts = {
  readonly circleId: string
  readonly seq: number
  readonly at: number
  readonly actorId: string | null
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** The hash that the first entry of a circle's ledger names as its previous one. */
export const GENESIS_HASH = '0'.repeat(64)

/** SHA-256, in hex, over the canonical form of an entry and the hash of the entry before. */
export function chainHash(facts: ChainedFacts, previousHash: string): string {
  const { circleId, seq, at, actorId, kind, payload } = facts
  const canonical = canonicalJson({ circle_id: circleId, seq, at: new Date(at).toISOString(), actor_id: actorId, kind, payload, previous_hash: previousHash })
  return createHash('sha256').update(canonical).digest('hex')
}

/** JSON with sorted keys and no spaces: the same text for the same facts, whatever wrote or stored them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined)
    pairs.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
  }
  return JSON.stringify(value)
}
