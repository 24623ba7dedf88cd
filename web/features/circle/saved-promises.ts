// The commitments that this device saw in the ledger for its own donations. They name no person, so like the saved
// heads they stay after signing out: a later verification holds the whole ledger to them.

const KEY = 'ciranda-chaves'
const KEPT_MAX = 300

/**
 * `read`: this device has since read the whole ledger up to the donation, and the commitment is the one in force there. `of`: the
 * entry that gave the donation its present parties; absent for those whom it was matched between.
 */
export type SavedPromise = {
  readonly donation_id: string
  readonly commitment: string
  readonly read?: boolean
  readonly of?: number
}

export function savedPromises(): SavedPromise[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isPromise) : []
  } catch {
    return []
  }
}

/** The promise that this device once saw for a donation; null when it saw none. */
export function savedPromise(donationId: string): SavedPromise | null {
  return savedPromises().find(({ donation_id }) => donation_id === donationId) ?? null
}

/**
 * Saves the first commitment seen for a donation; a later one never replaces it, unless its place was handed over. The oldest go
 * first.
 */
export function savePromise(promise: SavedPromise): void {
  const known = savedPromises()
  const at = known.findIndex(({ donation_id }) => donation_id === promise.donation_id)
  const before = known[at]
  const isLater = before !== undefined && (promise.of ?? 0) > (before.of ?? 0)
  if (before && !isLater && (before.commitment !== promise.commitment || before.read || !promise.read)) return
  const all = before ? known.with(at, promise) : [...known, promise]
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(-KEPT_MAX)))
  } catch {
    // A device that stores nothing checks against the ledger alone.
  }
}

export function clearSavedPromises(): void {
  localStorage.removeItem(KEY)
}

function isPromise(value: unknown): value is SavedPromise {
  const { donation_id, commitment } = (value ?? {}) as Record<string, unknown>
  return typeof donation_id === 'string' && typeof commitment === 'string'
}
