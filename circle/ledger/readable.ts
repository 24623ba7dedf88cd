import type { LedgerEntry } from './entry.ts'

/** So many entries without a readable content are passed over one by one; behind one more nothing is read any further. */
const PASSED_OVER_MAX = 20

/** Reads entries by one check after another. */
export type ReadEntries = <T>(check: (entries: readonly LedgerEntry[]) => T) => T

/**
 * Reads entries whose contents may be anything at all. One on which a check breaks is told to `onUnreadable`, once, and is from then
 * on an entry of no kind, so that one malformed entry is one fault and never hides what the others say. A check reads
 * entries in their order and changes nothing but its own answer: it is repeated, to find where it breaks.
 */
export function entryReader(
  entries: readonly LedgerEntry[],
  onUnreadable: (seq: number) => void = () => undefined,
): ReadEntries {
  let readable = entries
  let passedOver = 0
  return (check) => {
    for (;;) {
      try {
        return check(readable)
      } catch (error) {
        const at = lastOfShortestBroken(check, readable)
        if (at === null) throw error
        const entry = readable[at]!
        onUnreadable(entry.seq)
        passedOver += 1
        readable =
          passedOver > PASSED_OVER_MAX
            ? readable.slice(0, at)
            : readable.with(at, { ...entry, kind: 'unreadable', payload: {} })
      }
    }
  }
}

/** Where the entry stands with which a check first breaks; null where it breaks on none at all. */
function lastOfShortestBroken(check: (entries: readonly LedgerEntry[]) => unknown, entries: readonly LedgerEntry[]) {
  const breaks = (length: number) => {
    try {
      check(entries.slice(0, length))
      return false
    } catch {
      return true
    }
  }
  if (breaks(0)) return null
  let [whole, broken] = [0, entries.length]
  while (broken - whole > 1) {
    const middle = (whole + broken) >> 1
    if (breaks(middle)) broken = middle
    else whole = middle
  }
  return broken - 1
}
