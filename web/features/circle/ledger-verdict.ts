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

let verifyNow: (() => Promise<boolean>) | null = null

/** Verifies what came since this visit's verification, where the ledger is watched. Answers whether it could, and found nothing. */
export async function lookAgain(): Promise<boolean> {
  return (await verifyNow?.()) ?? false
}

/** How the ledger is looked at again, while it is watched; null when it is not any more. */
export function setLook(verify: (() => Promise<boolean>) | null): void {
  verifyNow = verify
}
