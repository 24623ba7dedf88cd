import { and, asc, eq, gt, lt, lte } from 'drizzle-orm'
import { entryLeaf } from '#circle/ledger/checkpoint.ts'
import { fromHex, toHex } from '#circle/bytes.ts'
import { BLOCK, consistencyRanges, inclusionRanges, openBlocks, subtreeHash } from '#circle/ledger/merkle.ts'
import type { Hashes, Range } from '#circle/ledger/merkle.ts'
import type { Db } from '#server/database/types.ts'
import { sha256Bytes } from '#server/lib/signing.ts'
import { ledgerBlocks } from '#server/tables/ledger-blocks.ts'
import { ledger } from '#server/tables/ledger.ts'

/** The hashes of some subtrees of a circle's ledger at a size, each range within it. */
export async function readSubtrees(
  db: Db,
  circleId: string,
  size: number,
  ranges: readonly Range[],
): Promise<Uint8Array[]> {
  const hashes = await readHashes(db, circleId, size, ranges)
  return ranges.map((range) => subtreeHash(sha256Bytes, hashes, range))
}

/** The proof that the ledger at a size continues what it was at an earlier one, by RFC 6962. */
export async function proveConsistency(
  db: Db,
  circleId: string,
  { from, to }: { from: number; to: number },
): Promise<Uint8Array[]> {
  return readSubtrees(db, circleId, to, consistencyRanges(from, to))
}

/** The proof that an entry, by its number, is in the ledger at a size, by RFC 6962. */
export async function proveInclusion(
  db: Db,
  circleId: string,
  { seq, size }: { seq: number; size: number },
): Promise<Uint8Array[]> {
  return readSubtrees(db, circleId, size, inclusionRanges(seq - 1, size))
}

/** Reads what the hashes of the ranges rest on: the kept blocks, and the entries of those that the ranges cut. */
async function readHashes(db: Db, circleId: string, size: number, ranges: readonly Range[]): Promise<Hashes> {
  const blocks = await readBlocks(db, circleId, Math.floor(size / BLOCK))
  const leaves = new Map<number, Uint8Array>()
  for (const block of openBlocks(ranges)) {
    const from = block * BLOCK
    const read = await readLeaves(db, circleId, [from, Math.min(from + BLOCK, size)])
    read.forEach((leaf, index) => leaves.set(from + index, leaf))
  }
  return { block: (index) => blocks[index]!, leaf: (index) => leaves.get(index)! }
}

/**
 * The hashes of the first `count` blocks. Those that are not kept yet are computed and kept, one by one, so that no piece
 * of work holds the process up for longer than a block takes.
 */
async function readBlocks(db: Db, circleId: string, count: number): Promise<Uint8Array[]> {
  const rows = await db
    .select({ block: ledgerBlocks.block, hash: ledgerBlocks.hash })
    .from(ledgerBlocks)
    .where(and(eq(ledgerBlocks.circleId, circleId), lt(ledgerBlocks.block, count)))
  const known = new Map(rows.map(({ block, hash }) => [block, hash]))
  const blocks: Uint8Array[] = []
  for (let block = 0; block < count; block += 1)
    blocks.push(fromHex(known.get(block) ?? (await keepBlock(db, circleId, block)))!)
  return blocks
}

async function keepBlock(db: Db, circleId: string, block: number): Promise<string> {
  const leaves = await readLeaves(db, circleId, [block * BLOCK, (block + 1) * BLOCK])
  const hash = toHex(subtreeHash(sha256Bytes, { leaf: (index) => leaves[index]! }, [0, BLOCK]))
  await db.insert(ledgerBlocks).values({ circleId, block, hash }).onConflictDoNothing()
  return hash
}

/** The leaves of a range of the ledger. Throws where entries are missing, so that no proof speaks of what is not there. */
async function readLeaves(db: Db, circleId: string, [from, to]: Range): Promise<Uint8Array[]> {
  const rows = await db
    .select({ hash: ledger.hash })
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), gt(ledger.seq, from), lte(ledger.seq, to)))
    .orderBy(asc(ledger.seq))
  if (rows.length !== to - from) throw new Error(`The ledger of ${circleId} has gaps between ${from + 1} and ${to}`)
  return rows.map(({ hash }) => entryLeaf(sha256Bytes, hash))
}
