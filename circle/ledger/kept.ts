import { areEqual } from '#circle/bytes.ts'
import { checkpointOf, originOf } from './checkpoint.ts'
import type { LedgerEntry } from './entry.ts'
import type { CheckedCheckpoint, CheckedHead, Found, LedgerQuestion } from './verdict.ts'

/** Every head kept is of this circle and key, and the ledger still holds the very entry it named. */
export function verifyKept(
  circleId: string,
  entries: readonly LedgerEntry[],
  head: CheckedHead,
  kept: readonly CheckedHead[],
  found: Found,
): void {
  const at = (seq: number) =>
    entries[seq - 1]?.seq === seq ? entries[seq - 1] : entries.find((one) => one.seq === seq)
  const last = entries.at(-1)?.seq ?? 0
  for (const { isSigned, circle_id, seq, hash, key } of [...kept].sort((a, b) => a.seq - b.seq)) {
    if (!isSigned) found('kept.unsigned', { seq })
    else if (circle_id !== circleId) found('kept.other_circle', { seq })
    else if (seq > last) found('kept.cut', { seq })
    else if (seq > 0 && at(seq)?.hash !== hash) found('kept.rewritten', { seq })
    else if (key !== head.key) found('kept.other_key', { seq })
  }
}

/**
 * Every checkpoint kept is of this circle and key, and the tree over the ledger's first entries has its root. Blocks of it that were
 * computed before spare its leaves; a fault is one by these alone.
 */
export function verifyCheckpoints(
  circleId: string,
  entries: readonly LedgerEntry[],
  { kept, sha256, block }: NonNullable<LedgerQuestion['checkpoints']>,
  found: Found,
): void {
  const hasRoot = ({ size, root }: CheckedCheckpoint, known?: typeof block) =>
    areEqual(checkpointOf(sha256, circleId, entries, size, known).root, root)
  for (const checkpoint of [...kept].sort((a, b) => a.size - b.size)) {
    const { isSigned, origin, size } = checkpoint
    if (origin !== originOf(circleId)) found('checkpoint.other_circle', { seq: size })
    else if (!isSigned) found('checkpoint.unsigned', { seq: size })
    else if (size > entries.length) found('checkpoint.cut', { seq: size })
    else if (!(block && hasRoot(checkpoint, block)) && !hasRoot(checkpoint))
      found('checkpoint.rewritten', { seq: size })
  }
}
