/**
 * One line of a circle's ledger, as everybody reads it. `at` is ISO 8601 in UTC; `hash` covers everything else and the
 * circle's id.
 */
export type LedgerEntry = {
  readonly seq: number
  readonly at: string
  /** The person's id who caused it, or null for the circle's own clock. */
  readonly actor_id: string | null
  readonly kind: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly previous_hash: string
  readonly hash: string
}

/**
 * The end of a ledger at a moment, signed by its operator (Ed25519; key and signature in base64url). Anybody who keeps
 * one can hold every later ledger to it.
 */
export type SignedHead = {
  readonly circle_id: string
  readonly seq: number
  readonly hash: string
  readonly at: string
  readonly key: string
  readonly signature: string
}

const FIELDS = ['actor_id', 'at', 'hash', 'kind', 'payload', 'previous_hash', 'seq']

/** An entry has exactly its fields, each of its kind: what no hash covers must not ride along. */
export function isEntry(value: unknown): value is LedgerEntry {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { seq, at, actor_id, kind, payload, previous_hash, hash } = value as Record<string, unknown>
  return (
    Object.keys(value).toSorted().join() === FIELDS.join() &&
    Number.isSafeInteger(seq) &&
    (seq as number) >= 1 &&
    isTime(at) &&
    typeof kind === 'string' &&
    typeof previous_hash === 'string' &&
    typeof hash === 'string' &&
    (actor_id === null || typeof actor_id === 'string') &&
    typeof payload === 'object' &&
    payload !== null &&
    !Array.isArray(payload) &&
    isShallow(payload, DEPTH_MAX)
  )
}

/** A time as every entry has it. One that is none is neither before nor after any other, and would let times fall behind it. */
function isTime(value: unknown): value is string {
  const at = typeof value === 'string' ? new Date(value) : null
  return at !== null && Number.isFinite(at.getTime()) && at.toISOString() === value
}

/** No rule writes anything so deep, and whoever reads deeper ones may run out of stack. */
const DEPTH_MAX = 32

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1))
}

/** The kind of a ledger entry that records what was asked; its events follow it. */
export const COMMAND_KIND = 'command'

/** The hash that the first entry of a circle's ledger names as its previous one. */
export const GENESIS_HASH = '0'.repeat(64)

/** The text whose SHA-256, in hex, is an entry's hash. */
export function entryText(
  circleId: string,
  { seq, at, actor_id, kind, payload, previous_hash }: Omit<LedgerEntry, 'hash'>,
): string {
  return canonicalJson({ circle_id: circleId, seq, at, actor_id, kind, payload, previous_hash })
}

/** The text that a head's signature is of. */
export function headText({ circle_id, seq, hash, at }: Pick<SignedHead, 'circle_id' | 'seq' | 'hash' | 'at'>): string {
  return `ciranda ledger head v1\n${canonicalJson({ circle_id, seq, hash, at })}`
}

/** JSON with sorted keys and no spaces: the same text for the same facts, whatever wrote or stored them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const pairs = definedKeys(value)
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key as never])}`)
    return `{${pairs.join(',')}}`
  }
  return JSON.stringify(value)
}

/** Whether `canonicalJson` gives the same text for both, found without writing the texts. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => isSameJson(v, b[i]))
  const [ours, theirs] = [definedKeys(a), definedKeys(b)]
  return (
    ours.length === theirs.length &&
    ours.every((key) => Object.hasOwn(b, key) && isSameJson(a[key as never], b[key as never]))
  )
}

function definedKeys(value: object): string[] {
  return Object.keys(value).filter((key) => value[key as never] !== undefined)
}
