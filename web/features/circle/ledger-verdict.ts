/** How this visit's verification of the whole ledger went, for the pages that are not about the ledger. */
export type LedgerVerdict = 'open' | 'checked' | 'faults'

let verdict: LedgerVerdict = 'open'
const listeners = new Set<() => void>()

export function readVerdict(): LedgerVerdict {
  return verdict
}

/** Calls back when the verdict changes; answers how to stop. */
export function onVerdict(callback: () => void): () => void {
  listeners.add(callback)
  return () => listeners.delete(callback)
}

export function sayVerdict(next: LedgerVerdict): void {
  if (next === verdict) return
  verdict = next
  for (const tell of listeners) tell()
}
