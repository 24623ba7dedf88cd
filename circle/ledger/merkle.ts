import { areEqual, concat, utf8 } from '#circle/bytes.ts'
import type { Sha256 } from '#circle/bytes.ts'

// The Merkle tree of transparency logs: RFC 6962, section 2.1, and the verification algorithms of RFC 9162, section 2.1.
// Leaves are numbered from 0. A range [from, to) is the subtree over the leaves from `from` up to, without, `to`.

export type Range = readonly [from: number, to: number]

/**
 * How many leaves a block has. A complete block never changes again, so that its hash may be kept: then no proof reads
 * more than two blocks of leaves. 256 is the width of the tiles of C2SP tlog-tiles.
 */
export const BLOCK = 256

/** The longest proof that any tree of 2^63 leaves can need. */
export const PROOF_MAX = 63

/** Where the hashes of a tree come from: each leaf's, and those of the complete blocks where somebody keeps them. */
export type Hashes = {
  readonly leaf: (index: number) => Uint8Array
  readonly block?: (index: number) => Uint8Array
}

/** The hash of a leaf over its data. */
export function leafHash(sha256: Sha256, data: Uint8Array): Uint8Array {
  return sha256(concat(Uint8Array.of(0), data))
}

function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concat(Uint8Array.of(1), left, right))
}

/** The hash of a subtree. Of the ranges that a proof names and of [0, size); the empty one has the hash of no bytes. */
export function subtreeHash(sha256: Sha256, hashes: Hashes, [from, to]: Range): Uint8Array {
  const size = to - from
  if (size === 0) return sha256(utf8(''))
  if (size === 1) return hashes.leaf(from)
  if (size === BLOCK && from % BLOCK === 0 && hashes.block) return hashes.block(from / BLOCK)
  const middle = from + leftSize(size)
  return nodeHash(sha256, subtreeHash(sha256, hashes, [from, middle]), subtreeHash(sha256, hashes, [middle, to]))
}

/** The largest power of two smaller than a size of at least two: how many leaves stand on the left. */
function leftSize(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

/** The subtrees whose hashes prove that the tree of `newSize` leaves continues that of `oldSize` (PROOF(m, D[n])). */
export function consistencyRanges(oldSize: number, newSize: number): Range[] {
  if (oldSize === 0 || oldSize === newSize) return []
  return consistencyWithin(oldSize, [0, newSize], true)
}

function consistencyWithin(oldSize: number, [from, to]: Range, isOldTree: boolean): Range[] {
  const size = to - from
  if (oldSize === size) return isOldTree ? [] : [[from, to]]
  const left = leftSize(size)
  const middle = from + left
  return oldSize <= left
    ? [...consistencyWithin(oldSize, [from, middle], isOldTree), [middle, to]]
    : [...consistencyWithin(oldSize - left, [middle, to], false), [from, middle]]
}

/** The subtrees whose hashes prove that a leaf is in the tree of `size` leaves (PATH(m, D[n])). */
export function inclusionRanges(index: number, size: number): Range[] {
  const within = ([from, to]: Range): Range[] => {
    if (to - from === 1) return []
    const middle = from + leftSize(to - from)
    return index < middle ? [...within([from, middle]), [middle, to]] : [...within([middle, to]), [from, middle]]
  }
  return within([0, size])
}

/** The blocks whose leaves the hashes of some ranges need, beside the hashes of the complete blocks. */
export function openBlocks(ranges: readonly Range[]): number[] {
  const open = ranges.flatMap(([from, to]) => [
    ...(from % BLOCK === 0 ? [] : [Math.floor(from / BLOCK)]),
    ...(to % BLOCK === 0 ? [] : [Math.floor(to / BLOCK)]),
  ])
  return [...new Set(open)].toSorted((a, b) => a - b)
}

export type TreeHead = { readonly size: number; readonly root: Uint8Array }

/** Whether a proof shows that the new tree begins with the old one. The empty tree is the beginning of every tree. */
export function verifyConsistency(
  sha256: Sha256,
  old: TreeHead,
  present: TreeHead,
  proof: readonly Uint8Array[],
): boolean {
  if (!isSize(old.size) || !isSize(present.size) || old.size > present.size) return false
  const empty = sha256(utf8(''))
  if (old.size === present.size) return proof.length === 0 && areEqual(old.root, present.root)
  if (old.size === 0) return proof.length === 0 && areEqual(old.root, empty)
  // A proof from a complete tree leaves out that tree's own root.
  const [first, ...path] = isPowerOfTwo(old.size) ? [old.root, ...proof] : proof
  if (!first) return false
  let [oldNode, newNode] = [old.size - 1, present.size - 1]
  while (oldNode % 2 === 1) [oldNode, newNode] = [half(oldNode), half(newNode)]
  let [oldHash, newHash] = [first, first]
  for (const hash of path) {
    if (newNode === 0) return false
    if (oldNode % 2 === 1 || oldNode === newNode) {
      oldHash = nodeHash(sha256, hash, oldHash)
      newHash = nodeHash(sha256, hash, newHash)
      while (oldNode % 2 === 0 && oldNode !== 0) [oldNode, newNode] = [half(oldNode), half(newNode)]
    } else newHash = nodeHash(sha256, newHash, hash)
    ;[oldNode, newNode] = [half(oldNode), half(newNode)]
  }
  return newNode === 0 && areEqual(oldHash, old.root) && areEqual(newHash, present.root)
}

/** Whether a proof shows that the tree holds this leaf hash at this place. */
export function verifyInclusion(
  sha256: Sha256,
  { index, hash: leaf }: { readonly index: number; readonly hash: Uint8Array },
  { size, root }: TreeHead,
  proof: readonly Uint8Array[],
): boolean {
  if (!isSize(index) || !isSize(size) || index >= size) return false
  let [node, last] = [index, size - 1]
  let hash = leaf
  for (const beside of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sha256, beside, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)]
    } else hash = nodeHash(sha256, hash, beside)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && areEqual(hash, root)
}

const half = (node: number) => Math.floor(node / 2)
const isSize = (value: number) => Number.isSafeInteger(value) && value >= 0

function isPowerOfTwo(size: number): boolean {
  let power = 1
  while (power < size) power *= 2
  return power === size
}
