import type { LedgerEntry } from './entry.ts'
import type { Found, LedgerQuestion } from './verdict.ts'

/** How far the clocks of a circle's machines may be from each other. */
const APART_MS = 10 * 60_000

/** How far a reader's clock may be behind: a day, and the time zones. */
const READER_BEHIND_MS = 26 * 3_600_000

/**
 * Holds the times of entries to what is known from elsewhere: an entry that a head does not have was written after that was
 * signed, one that it has before; and no entry is of tomorrow. So no wait is dated back behind what somebody keeps. A
 * demonstration's clock may be set by hand, which excuses the times from there on, and that they are not of today. In a real
 * circle that excuses nothing, and is a fault itself.
 */
export function verifyTimes(
  entries: readonly LedgerEntry[],
  { circleId, kept = [], now }: Pick<LedgerQuestion, 'circleId' | 'kept' | 'now'>,
  found: Found,
): void {
  const isReal = entries.some(({ kind, payload }) => kind === 'circle.created' && payload['mode'] === 'real')
  const moved = entries.find(({ kind }) => kind === 'circle.clock_moved')
  if (moved && isReal) found('time.moved_by_hand', { seq: moved.seq })
  const isExcused = moved !== undefined && !isReal
  const heldTo = isExcused ? moved.seq - 1 : entries.length
  const wrong = new Set<number>()
  for (const { circle_id, isSigned, seq, hash, at } of kept) {
    // A head that the ledger does not continue is a fault by itself.
    const isItsOwn = isSigned && circle_id === circleId && (seq === 0 || entries[seq - 1]?.hash === hash)
    if (!isItsOwn || seq > heldTo) continue
    const signedAt = Date.parse(at)
    // Times do not fall within a ledger, so the two entries beside the head speak for all.
    const [last, next] = [entries[seq - 1], entries[seq]]
    if (last && Date.parse(last.at) > signedAt + APART_MS) wrong.add(last.seq)
    if (next && next.seq <= heldTo && Date.parse(next.at) < signedAt - APART_MS) wrong.add(next.seq)
  }
  for (const seq of [...wrong].sort((a, b) => a - b)) found('time.dated_back', { seq })
  const last = entries.at(-1)
  if (isExcused || now === undefined || !last) return
  if (Date.parse(last.at) > now + READER_BEHIND_MS) found('time.ahead', { seq: last.seq })
}
