import type { SignedHead } from '#circle/ledger/entry.ts'
import { SAVED_HEADS, VERIFIED_HEADS } from '#web/api/known-logs.ts'
import { isHead } from './parse.ts'

// A signed head names no person, so it stays on the device after signing out: it is only useful if it outlives the
// session.

const KEPT_MAX = 20

/** Every head that this device keeps, of any circle, oldest first. */
export function savedHeads(): SignedHead[] {
  return readHeads(SAVED_HEADS)
}

function readHeads(key: string): SignedHead[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter(isHead) : []
  } catch {
    return []
  }
}

/** A head as it is kept: with this device's own time, since the clock of the server that signed it may be ahead. */
const asKept = (head: SignedHead): SignedHead & { readonly keptAt: number } => ({ ...head, keptAt: Date.now() })

/** Saves a head. At most twenty of a circle are kept: the first, which reaches back furthest, and the latest ones. */
export function saveHead(head: SignedHead): void {
  localStorage.setItem(SAVED_HEADS, JSON.stringify(withHead(savedHeads(), asKept(head))))
}

export function clearSavedHeads(): void {
  localStorage.removeItem(SAVED_HEADS)
  localStorage.removeItem(VERIFIED_HEADS)
}

/** The heads up to which this device verified the ledgers by itself, one a circle. */
export function verifiedHeads(): SignedHead[] {
  return readHeads(VERIFIED_HEADS)
}

/** Remembers a head up to which a ledger was verified, in place of that circle's former one. */
export function noteVerified(head: SignedHead): void {
  const others = verifiedHeads().filter(({ circle_id }) => circle_id !== head.circle_id)
  localStorage.setItem(VERIFIED_HEADS, JSON.stringify([...others, asKept(head)]))
}

/** Everything that a ledger is held to here: the heads saved, and those up to which ledgers were verified. */
export function keptHeads(): SignedHead[] {
  const saved = savedHeads()
  return [...saved, ...verifiedHeads().filter(({ signature }) => !isAmong(saved, signature))]
}

/** Whether one of these heads has this signature. */
export function isAmong(heads: readonly SignedHead[], signature: string): boolean {
  return heads.some((head) => head.signature === signature)
}

export function withHead(heads: readonly SignedHead[], head: SignedHead): SignedHead[] {
  const others = heads.filter(({ circle_id }) => circle_id !== head.circle_id)
  // The first head saved for an entry stays; a later one must not replace it.
  const same = heads.filter(({ circle_id }) => circle_id === head.circle_id)
  const all = same.some(({ seq, hash }) => seq === head.seq && hash === head.hash) ? same : [...same, head]
  const kept = all.length > KEPT_MAX ? [all[0]!, ...all.slice(1 - KEPT_MAX)] : all
  return [...others, ...kept]
}
