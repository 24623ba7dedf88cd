import type { SignedHead } from '#circle/ledger/entry.ts'

// The latest checkpoint of each circle's ledger that this device was shown, with the key of its log. What a later answer
// says has to continue it. It names no person, so like the saved heads it stays after signing out.

const KEY = 'ciranda-marcos'

/** `key`: the log's Ed25519 key in base64url; `note`: the checkpoint with its signature, as it came. */
export type KnownLog = { readonly circle_id: string; readonly key: string; readonly note: string }

export function knownLogs(): KnownLog[] {
  return listIn(KEY).filter(isKnownLog)
}

/** Keeps a circle's checkpoint in place of the one before it. */
export function keepLog(log: KnownLog): void {
  const others = knownLogs().filter(({ circle_id }) => circle_id !== log.circle_id)
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, log]))
  } catch {
    // A device that stores nothing begins anew at each visit.
  }
}

/** The places where the ledger's own page and its verification keep heads (web/features/ledger/saved-heads.ts). */
export const SAVED_HEADS = 'ciranda-assinaturas'
export const VERIFIED_HEADS = 'ciranda-conferido'

type KeptHead = Pick<SignedHead, 'circle_id' | 'seq' | 'hash' | 'key'>

/** The heads of verified ledgers that this device keeps, of any circle. */
export function keptHeads(): KeptHead[] {
  return [SAVED_HEADS, VERIFIED_HEADS].flatMap(listIn).filter(isKeptHead)
}

function listIn(name: string): unknown[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}

function isKeptHead(value: unknown): value is KeptHead {
  const { circle_id, seq, hash, key } = (value ?? {}) as Record<string, unknown>
  return Number.isSafeInteger(seq) && [circle_id, hash, key].every((text) => typeof text === 'string')
}

function isKnownLog(value: unknown): value is KnownLog {
  const { circle_id, key, note } = (value ?? {}) as Record<string, unknown>
  return [circle_id, key, note].every((text) => typeof text === 'string')
}
