import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concat, fromHex, toHex } from '#circle/bytes.ts'
import {
  BLOCK,
  consistencyRanges,
  inclusionRanges,
  leafHash,
  openBlocks,
  subtreeHash,
  verifyConsistency,
  verifyInclusion,
} from './merkle.ts'
import type { Range, TreeHead } from './merkle.ts'
import { dose } from '#circle/testing/dose.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const hex = (text: string) => fromHex(text)!

// RFC 6962, section 2.1, as it is written there and with nothing clever: what the tree of circle/ledger/merkle.ts is held to.
function naiveRoot(data: readonly Uint8Array[]): Uint8Array {
  if (data.length === 0) return sha256(new Uint8Array())
  if (data.length === 1) return sha256(concat(Uint8Array.of(0), data[0]!))
  const k = naiveSplit(data.length)
  return sha256(concat(Uint8Array.of(1), naiveRoot(data.slice(0, k)), naiveRoot(data.slice(k))))
}
function naiveSplit(size: number): number {
  return 2 ** Math.ceil(Math.log2(size) - 1)
}
function naivePath(m: number, data: readonly Uint8Array[]): Uint8Array[] {
  if (data.length === 1) return []
  const k = naiveSplit(data.length)
  return m < k
    ? [...naivePath(m, data.slice(0, k)), naiveRoot(data.slice(k))]
    : [...naivePath(m - k, data.slice(k)), naiveRoot(data.slice(0, k))]
}
function naiveProof(m: number, data: readonly Uint8Array[], isComplete = true): Uint8Array[] {
  if (m === data.length) return isComplete ? [] : [naiveRoot(data)]
  const k = naiveSplit(data.length)
  return m <= k
    ? [...naiveProof(m, data.slice(0, k), isComplete), naiveRoot(data.slice(k))]
    : [...naiveProof(m - k, data.slice(k), false), naiveRoot(data.slice(0, k))]
}

const dataOf = (size: number, salt = '') =>
  Array.from({ length: size }, (_, index) => Uint8Array.from(Buffer.from(`${salt}${index}`)))

/** A tree over data, with or without kept blocks. */
function treeOf(data: readonly Uint8Array[], keepsBlocks = true) {
  const leaves = data.map((one) => leafHash(sha256, one))
  const leaf = (index: number) => leaves[index]!
  const blocks = Array.from({ length: Math.floor(data.length / BLOCK) }, (_, index) =>
    subtreeHash(sha256, { leaf }, [index * BLOCK, (index + 1) * BLOCK]),
  )
  const hashes = keepsBlocks ? { leaf, block: (index: number) => blocks[index]! } : { leaf }
  const hashOf = (range: Range) => subtreeHash(sha256, hashes, range)
  const at = (size: number): TreeHead => ({ size, root: hashOf([0, size]) })
  return {
    leaves,
    at,
    consistency: (oldSize: number, newSize: number) => consistencyRanges(oldSize, newSize).map(hashOf),
    inclusion: (index: number, size: number) => inclusionRanges(index, size).map(hashOf),
  }
}

// github.com/transparency-dev/merkle, proof/verify_test.go: the leaves, roots and proofs of the Certificate Transparency tests.
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]
const EMPTY_ROOT = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const CONSISTENCY: [oldSize: number, newSize: number, proof: string[]][] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
  [
    6,
    7,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
]
const INCLUSION: [index: number, size: number, proof: string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
]

/** Every small harm to a consistency proof that transparency-dev/merkle tries. */
function harmed(proof: readonly Uint8Array[], roots: readonly Uint8Array[]): Uint8Array[][] {
  return [
    [],
    [...proof, new Uint8Array()],
    ...roots.flatMap((root) => [
      [...proof, root],
      [root, ...proof],
    ]),
    [new Uint8Array(), ...proof],
    [proof[0]!, ...proof],
    proof.slice(0, -1),
    proof.slice(1),
    ...proof.map((_, at) => proof.map((hash, index) => (index === at ? flipped(hash) : hash))),
  ]
}

function flipped(hash: Uint8Array): Uint8Array {
  return hash.map((byte, index) => (index === 0 ? byte ^ 16 : byte))
}

describe('the Merkle tree', () => {
  test('has the roots and proofs of the published vectors of Certificate Transparency', () => {
    const tree = treeOf(LEAVES.map(hex))
    expect(toHex(tree.at(0).root)).toBe(EMPTY_ROOT)
    expect(ROOTS.map((_, index) => toHex(tree.at(index + 1).root))).toEqual(ROOTS)
    for (const [oldSize, newSize, proof] of CONSISTENCY) {
      expect(tree.consistency(oldSize, newSize).map(toHex), `${oldSize} ${newSize}`).toEqual(proof)
      expect(verifyConsistency(sha256, tree.at(oldSize), tree.at(newSize), proof.map(hex))).toBe(true)
    }
    for (const [index, size, proof] of INCLUSION) {
      expect(tree.inclusion(index, size).map(toHex), `${index} ${size}`).toEqual(proof)
      const leaf = { index, hash: tree.leaves[index]! }
      expect(verifyInclusion(sha256, leaf, tree.at(size), proof.map(hex))).toBe(true)
    }
  })

  test('refuses every harmed vector: another size, root, order, one hash more, less or changed in one bit', () => {
    const tree = treeOf(LEAVES.map(hex))
    for (const [oldSize, newSize, hexes] of CONSISTENCY.slice(1)) {
      const proof = hexes.map(hex)
      const [old, present] = [tree.at(oldSize), tree.at(newSize)]
      const holds = (from: TreeHead, to: TreeHead, by: readonly Uint8Array[]) => verifyConsistency(sha256, from, to, by)
      for (const wrong of harmed(proof, [old.root, present.root])) expect(holds(old, present, wrong)).toBe(false)
      for (const size of [oldSize - 1, oldSize + 1, oldSize ^ 2])
        expect(holds({ ...old, size }, present, proof), `${size} instead of ${oldSize}`).toBe(false)
      for (const size of [newSize * 2, Math.floor(newSize / 2), -1, 0.5, Number.NaN])
        expect(holds(old, { ...present, size }, proof), `${size} instead of ${newSize}`).toBe(false)
      expect(holds({ ...old, root: flipped(old.root) }, present, proof)).toBe(false)
      expect(holds(old, { ...present, root: flipped(present.root) }, proof)).toBe(false)
      expect(holds({ ...old, root: present.root }, { ...present, root: old.root }, proof)).toBe(false)
    }
  })

  test('lets nothing shrink, and the empty tree begin every tree and nothing else', () => {
    const tree = treeOf(dataOf(5))
    const empty = tree.at(0)
    expect(verifyConsistency(sha256, empty, tree.at(5), [])).toBe(true)
    expect(verifyConsistency(sha256, empty, empty, [])).toBe(true)
    expect(verifyConsistency(sha256, { ...empty, root: tree.at(1).root }, tree.at(5), [])).toBe(false)
    expect(verifyConsistency(sha256, empty, tree.at(5), [tree.at(1).root])).toBe(false)
    expect(verifyConsistency(sha256, tree.at(5), tree.at(4), [])).toBe(false)
    expect(verifyConsistency(sha256, tree.at(2), tree.at(5), [])).toBe(false)
    expect(verifyConsistency(sha256, tree.at(5), { ...tree.at(5), root: empty.root }, [])).toBe(false)
  })

  test('gives the naive RFC 6962 roots and proofs at every two sizes up to 40', () => {
    const data = dataOf(40)
    const tree = treeOf(data)
    for (let size = 1; size <= data.length; size += 1) {
      const upTo = data.slice(0, size)
      expect(toHex(tree.at(size).root)).toBe(toHex(naiveRoot(upTo)))
      for (let old = 1; old <= size; old += 1)
        expect(tree.consistency(old, size).map(toHex), `${old} ${size}`).toEqual(naiveProof(old, upTo).map(toHex))
      for (let index = 0; index < size; index += 1)
        expect(tree.inclusion(index, size).map(toHex), `${index} ${size}`).toEqual(naivePath(index, upTo).map(toHex))
    }
  })

  test('gives them with kept blocks too, and reads beside the blocks only those that the proof cuts', () => {
    const data = dataOf(5 * BLOCK + 17)
    const [tree, whole] = [treeOf(data), treeOf(data, false)]
    fc.assert(
      fc.property(fc.nat(data.length - 1), fc.nat(data.length), (one, other) => {
        const [old, size] = [Math.min(one + 1, other), Math.max(one + 1, other)]
        expect(toHex(tree.at(size).root)).toBe(toHex(whole.at(size).root))
        const proof = tree.consistency(old, size)
        expect(proof.map(toHex)).toEqual(whole.consistency(old, size).map(toHex))
        expect(verifyConsistency(sha256, tree.at(old), tree.at(size), proof)).toBe(true)
        expect(openBlocks([...consistencyRanges(old, size), [0, size]]).length).toBeLessThanOrEqual(2)
        const index = one % size
        const path = tree.inclusion(index, size)
        expect(path.map(toHex)).toEqual(whole.inclusion(index, size).map(toHex))
        expect(verifyInclusion(sha256, { index, hash: tree.leaves[index]! }, tree.at(size), path)).toBe(true)
      }),
      { numRuns: dose(60, 3_000) },
    )
    expect(toHex(whole.at(data.length).root)).toBe(toHex(naiveRoot(data)))
  })

  test('proves no tree whose past differs in a single leaf, whatever proof of either tree is offered', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(60), fc.nat(), (old, more, at) => {
        const size = old + more
        const data = dataOf(size)
        const changed = data.map((one, index) => (index === at % old ? Uint8Array.from(Buffer.from('lie')) : one))
        const [honest, lying] = [treeOf(data), treeOf(changed)]
        for (const proof of [honest.consistency(old, size), lying.consistency(old, size)])
          expect(verifyConsistency(sha256, honest.at(old), lying.at(size), proof)).toBe(false)
        const leaf = { index: at % old, hash: honest.leaves[at % old]! }
        for (const path of [honest.inclusion(leaf.index, size), lying.inclusion(leaf.index, size)])
          expect(verifyInclusion(sha256, leaf, lying.at(size), path)).toBe(false)
      }),
      { numRuns: dose(200, 10_000) },
    )
  })

  test('finds no leaf at another place than its own', () => {
    const tree = treeOf(dataOf(11))
    for (let index = 0; index < 11; index += 1)
      for (let other = -1; other <= 11; other += 1) {
        const leaf = { index: other, hash: tree.leaves[index]! }
        expect(verifyInclusion(sha256, leaf, tree.at(11), tree.inclusion(index, 11))).toBe(other === index)
      }
  })
})
