import type { LedgerEntry } from './entry.ts'

/** The faults that a reader of a ledger names, entry by entry; each check reads with one of its own. */
export function faultsOf<C extends string>(
  entries: readonly LedgerEntry[],
  read: (entry: LedgerEntry) => C | null,
): { readonly code: C; readonly seq: number }[] {
  const faults: { readonly code: C; readonly seq: number }[] = []
  for (const entry of entries) {
    const code = read(entry)
    if (code) faults.push({ code, seq: entry.seq })
  }
  return faults
}
