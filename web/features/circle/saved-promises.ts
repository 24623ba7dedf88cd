// The commitments that this device saw in the ledger for its own donations. They name no person, so like the saved
// heads they stay after signing out: a later verification holds the whole ledger to them.

const KEY = 'ciranda-chaves'
const KEPT_MAX = 300

export type SavedPromise = { readonly donation_id: string; readonly commitment: string }

export function savedPromises(): SavedPromise[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isPromise) : []
  } catch {
    return []
  }
}

/** The commitment that this device once saw for a donation; null when it saw none. */
export function savedPromise(donationId: string): string | null {
  return savedPromises().find(({ donation_id }) => donation_id === donationId)?.commitment ?? null
}

/** Saves the first commitment seen for a donation; a later one never replaces it. The oldest go first. */
export function savePromise(promise: SavedPromise): void {
  const known = savedPromises()
  if (known.some(({ donation_id }) => donation_id === promise.donation_id)) return
  try {
    localStorage.setItem(KEY, JSON.stringify([...known, promise].slice(-KEPT_MAX)))
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
