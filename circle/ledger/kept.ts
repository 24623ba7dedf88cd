import { areEqual } from '#circle/bytes.ts'
import { checkpointOf, originOf } from './checkpoint.ts'
import type { LedgerEntry } from './entry.ts'
import type { CheckedHead, Found, LedgerQuestion } from './verdict.ts'

/** Every head kept is of this circle and key, and the ledger still holds the very entry it named. */
export function verifyKept(
  circleId: string,
  entries: readonly LedgerEntry[],
  head: CheckedHead,
  kept: readonly CheckedHead[],
  found: Found,
): void {
  const hashOf = new Map(entries.map(({ seq, hash }) => [seq, hash]))
  const last = entries.at(-1)?.seq ?? 0
  for (const { isSigned, circle_id, seq, hash, key } of [...kept].sort((a, b) => a.seq - b.seq)) {
    if (!isSigned) found('kept.unsigned', { seq })
    else if (circle_id !== circleId) found('kept.other_circle', { seq })
    else if (seq > last) found('kept.cut', { seq })
    else if (seq > 0 && hashOf.get(seq) !== hash) found('kept.rewritten', { seq })
    else if (key !== head.key) found('kept.other_key', { seq })
  }
}

/** Every checkpoint kept is of this circle and key, and the tree over the ledger's first entries has its root. */
export function verifyCheckpoints(
  circleId: string,
  entries: readonly LedgerEntry[],
  { kept, sha256 }: NonNullable<LedgerQuestion['checkpoints']>,
  found: Found,
): void {
  for (const { isSigned, origin, size, root } of [...kept].sort((a, b) => a.size - b.size)) {
    if (origin !== originOf(circleId)) found('checkpoint.other_circle', { seq: size })
    else if (!isSigned) found('checkpoint.unsigned', { seq: size })
    else if (size > entries.length) found('checkpoint.cut', { seq: size })
    else if (!areEqual(checkpointOf(sha256, circleId, entries, size).root, root))
      found('checkpoint.rewritten', { seq: size })
  }
}
