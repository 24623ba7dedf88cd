import { toBase64 } from '#circle/bytes.ts'
import { inclusionRanges } from '#circle/ledger/merkle.ts'
import type { Range } from '#circle/ledger/merkle.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import type { Services } from '#server/context.ts'
import { signerOf } from '#server/lib/signing.ts'
import { findLatestCheckpoint, makeCheckpoint } from './checkpoint.ts'
import { readSubtrees } from './tree.ts'

/**
 * A signed checkpoint that has some entries, and for each the proof that it is in it. The latest one serves while it
 * reaches them, so that everybody who looks after the same change is given the same.
 */
export async function proveEntries(services: Services, circleId: string, entries: readonly LedgerEntry[]) {
  const { db, secrets } = services
  const last = Math.max(...entries.map(({ seq }) => seq))
  const latest = await findLatestCheckpoint(db, circleId)
  const { size, note } = latest && latest.size >= last ? latest : await makeCheckpoint(services, circleId)
  const rangesOf = ({ seq }: LedgerEntry) => inclusionRanges(seq - 1, size)
  const nameOf = ([from, to]: Range) => `${from}-${to}`
  // Proofs share most of their hashes.
  const ranges = [...new Map(entries.flatMap(rangesOf).map((range) => [nameOf(range), range])).values()]
  const read = await readSubtrees(db, circleId, size, ranges)
  const hashes = new Map(ranges.map((range, index) => [nameOf(range), toBase64(read[index]!)]))
  const key = Buffer.from(signerOf(secrets.headSeed).publicKey).toString('base64url')
  return {
    checkpoint: { note, key },
    proofOf: (entry: LedgerEntry): string[] => rangesOf(entry).map((range) => hashes.get(nameOf(range))!),
  }
}
