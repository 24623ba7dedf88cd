import type { LedgerEntry } from './entry.ts'
import type { SignedEnd } from './signed-act.ts'

/** Almost every act signs one of so many last entries, so that the others' hashes are seldom indexed. */
const RECENT = 256

type Entry = Pick<LedgerEntry, 'seq' | 'at' | 'hash'>

/** The entries of a ledger as devices sign that they stood at its end: each, and until when it did. */
export function openEnds() {
  const entries: Entry[] = []
  const places = new Map<string, number>()
  let indexed = 0

  const placeOf = (hash: string): number | undefined => {
    for (let place = entries.length - 1; place >= Math.max(indexed, entries.length - RECENT); place -= 1)
      if (entries[place]!.hash === hash) return place
    for (; indexed < entries.length; indexed += 1) places.set(entries[indexed]!.hash, indexed)
    return places.get(hash)
  }

  return {
    /** Takes the next entry, which is the end from here on. */
    add(entry: Entry): void {
      entries.push(entry)
    },
    /** The end with this hash; undefined where no entry had it. */
    find(hash: string): SignedEnd | undefined {
      const place = placeOf(hash)
      const entry = place === undefined ? undefined : entries[place]
      if (!entry) return undefined
      const next = entries[place! + 1]
      return { seq: entry.seq, endedAt: next ? Date.parse(next.at) : Infinity }
    },
  }
}
