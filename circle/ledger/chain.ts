import { entryText, GENESIS_HASH, isEntry } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import type { CheckedHead, Found, LedgerTools } from './verdict.ts'

const PROGRESS_EVERY = 1_000

/**
 * The entries by number, each once; names those that cannot be read, are missing, repeated or out of place. The first ones are the
 * asker's own copy, as many as were verified before, and were read then.
 */
export function inOrder(
  given: readonly unknown[],
  { headSeq, verifiedUpTo }: { readonly headSeq: number; readonly verifiedUpTo: number },
  found: Found,
): readonly LedgerEntry[] {
  if (given.every((value, index) => isReadable(value, index, verifiedUpTo) && value.seq === index + 1)) {
    const whole = given as readonly LedgerEntry[]
    nameMissing(whole, headSeq, found)
    return whole
  }
  const bySeq = new Map<number, LedgerEntry>()
  given.forEach((value, index) => {
    if (!isReadable(value, index, verifiedUpTo)) found('entry.unreadable', { line: index + 1 })
    else if (bySeq.has(value.seq)) found('entry.repeated', { seq: value.seq, line: index + 1 })
    else bySeq.set(value.seq, value)
  })
  const entries = [...bySeq.values()].sort((a, b) => a.seq - b.seq)
  nameMissing(entries, headSeq, found)
  // Of entries that changed places one is named: where the order first breaks, and which entry should stand there.
  const arrival = [...bySeq.keys()]
  const place = entries.findIndex(({ seq }, index) => arrival[index] !== seq)
  if (place >= 0) found('entry.moved', { seq: entries[place]!.seq, line: place + 1 })
  return entries
}

/** Whether a value is an entry: it was looked at before, where it stands among the first that were verified, by its own number. */
export function isReadable(value: unknown, index: number, verifiedUpTo: number): value is LedgerEntry {
  const isKnown = index < verifiedUpTo && (value as LedgerEntry | null)?.seq === index + 1
  return isKnown || isEntry(value)
}

function nameMissing(entries: readonly LedgerEntry[], headSeq: number, found: Found): void {
  let expected = 1
  for (const { seq } of entries) {
    // A gap of any size is one fault, at its first entry: a forged number must not make a million of them.
    if (seq > expected) found('entry.missing', { seq: expected })
    expected = seq + 1
  }
  if (expected <= headSeq) found('entry.missing', { seq: expected })
}

/** Each entry is what its hash says, and goes on from the one before. */
export function verifyChain(
  circleId: string,
  entries: readonly LedgerEntry[],
  { sha256, onProgress, verifiedUpTo }: LedgerTools & { readonly verifiedUpTo: number },
  found: Found,
): void {
  let before = { seq: 0, hashes: [GENESIS_HASH] }
  entries.forEach((entry, index) => {
    const own = entry.seq <= verifiedUpTo ? entry.hash : sha256(entryText(circleId, entry))
    if (own !== entry.hash) found('entry.altered', { seq: entry.seq })
    // An altered entry's successor is in order if it names either hash: one change is one fault.
    else if (entry.seq === before.seq + 1 && !before.hashes.includes(entry.previous_hash))
      found('entry.unlinked', { seq: entry.seq })
    before = { seq: entry.seq, hashes: [entry.hash, own] }
    if ((index + 1) % PROGRESS_EVERY === 0) onProgress?.(index + 1, entries.length)
  })
  onProgress?.(entries.length, entries.length)
}

export function verifyHead(circleId: string, entries: readonly LedgerEntry[], head: CheckedHead, found: Found): void {
  if (!head.isSigned) found('head.unsigned', { seq: head.seq })
  const last = entries.at(-1)
  const isLast =
    head.circle_id === circleId && head.seq === (last?.seq ?? 0) && head.hash === (last?.hash ?? GENESIS_HASH)
  if (!isLast) found('head.differs', { seq: head.seq })
}
