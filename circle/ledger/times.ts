import type { LedgerEntry } from './entry.ts'
import { isOfRealCircle } from './founding.ts'
import { originOf } from './checkpoint.ts'
import type { CheckedCheckpoint, CheckedHead, Found, LedgerQuestion } from './verdict.ts'

/** How far the clocks of a circle's machines may be from each other. */
const APART_MS = 10 * 60_000

/** How far the clock of a reader, or of a witness, may be wrong: a day, and the time zones. */
const OTHERS_APART_MS = 26 * 3_600_000

type TimesQuestion = Pick<LedgerQuestion, 'circleId' | 'kept' | 'checkpoints' | 'now' | 'isFresh'> & {
  readonly head?: Pick<CheckedHead, 'seq' | 'at'>
}

/**
 * Holds the times of entries to what is known from elsewhere: an entry that a head does not have was written after that was
 * signed, one that it has before, and so with what a witness cosigned; and no entry is of tomorrow. So no wait is dated back
 * behind what somebody keeps. A demonstration's clock may be set by hand, which excuses the times from there on, and that
 * they are not of today. In a real circle that excuses nothing, and is a fault itself.
 */
export function verifyTimes(
  entries: readonly LedgerEntry[],
  { circleId, head, isFresh, kept = [], checkpoints, now }: TimesQuestion,
  found: Found,
): void {
  const isReal = isOfRealCircle(entries)
  const moved = entries.find(({ kind }) => kind === 'circle.clock_moved')
  if (moved && isReal) found('time.moved_by_hand', { seq: moved.seq })
  const isExcused = moved !== undefined && !isReal
  const heldTo = isExcused ? moved.seq - 1 : entries.length
  const wrong = new Set<number>()
  for (const { seq, at, from = at, apart } of moments(entries, circleId, kept, checkpoints?.kept ?? [])) {
    if (seq > heldTo) continue
    // Times do not fall within a ledger, so the two entries beside the moment speak for all.
    const [last, next] = [entries[seq - 1], entries[seq]]
    if (last && Date.parse(last.at) > at + apart) wrong.add(last.seq)
    if (next && next.seq <= heldTo && Date.parse(next.at) < from - apart) wrong.add(next.seq)
  }
  for (const seq of [...wrong].sort((a, b) => a - b)) found('time.dated_back', { seq })
  // A time that is none is not of now either.
  const isOfNow = !isFresh || !isReal || now === undefined || !head || Date.parse(head.at) >= now - OTHERS_APART_MS
  if (!isOfNow) found('time.stale', { seq: head.seq })
  const last = entries.at(-1)
  if (isExcused || now === undefined || !last) return
  if (Date.parse(last.at) > now + OTHERS_APART_MS) found('time.ahead', { seq: last.seq })
}

/**
 * The moments at which the ledger had so many entries: by its own heads, and by witnesses who saw a checkpoint. One that the ledger
 * does not continue is a fault by itself, and tells no time. `from`: the earlier time from which later entries are, of an end that a
 * device kept before the time that it names: the clock that signed it was ahead, and may have been set right since.
 */
function moments(
  entries: readonly LedgerEntry[],
  circleId: string,
  heads: readonly CheckedHead[],
  checkpoints: readonly CheckedCheckpoint[],
): { readonly seq: number; readonly at: number; readonly from?: number; readonly apart: number }[] {
  const isItsOwn = ({ circle_id, isSigned, seq, hash }: CheckedHead) =>
    isSigned && circle_id === circleId && (seq === 0 || entries[seq - 1]?.hash === hash)
  const seen = checkpoints.filter(({ isSigned, origin }) => isSigned && origin === originOf(circleId))
  return [
    ...heads.filter(isItsOwn).map(({ seq, keptAt = Infinity, ...head }) => {
      const at = Date.parse(head.at)
      return { seq, at, from: Math.min(at, keptAt), apart: APART_MS }
    }),
    ...seen.flatMap(({ size, seenAt = [] }) => seenAt.map((at) => ({ seq: size, at, apart: OTHERS_APART_MS }))),
  ]
}
