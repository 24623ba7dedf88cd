import { describe, expect, test } from 'vitest'
import { fromBase64, fromHex, utf8 } from '#circle/bytes.ts'
import { checkpointText, parseCheckpoint, parseNote, parseVerifierKey } from './checkpoint.ts'
import { leafHash, consistencyRanges, subtreeHash } from './merkle.ts'
import type { TreeHead } from './merkle.ts'
import { sha256, signerOf, verifyEd25519 } from '#circle/testing/ed25519.ts'
import { addCheckpointBody, answerAddCheckpoint, parseAddCheckpoint } from './witness.ts'
import type { AddCheckpoint, KnownLog } from './witness.ts'

const tools = { sha256, verify: verifyEd25519 }
const ORIGIN = 'ciranda/circle'
const log = signerOf(ORIGIN, new Uint8Array(32).fill(7))
const stranger = signerOf(ORIGIN, new Uint8Array(32).fill(8))
const leaves = (size: number, salt = '') =>
  Array.from({ length: size }, (_, index) => leafHash(sha256, utf8(`${salt}${index}`)))

function headOf(hashes: readonly Uint8Array[], size = hashes.length): TreeHead {
  return { size, root: subtreeHash(sha256, { leaf: (index) => hashes[index]! }, [0, size]) }
}

function submission(hashes: readonly Uint8Array[], oldSize: number, by = log): AddCheckpoint {
  const proof = consistencyRanges(oldSize, hashes.length).map((range) =>
    subtreeHash(sha256, { leaf: (index) => hashes[index]! }, range),
  )
  return { oldSize, proof, note: by.signs(checkpointText({ origin: ORIGIN, ...headOf(hashes) })) }
}

const answer = (request: AddCheckpoint | null, head: TreeHead | null, key = log.note) =>
  answerAddCheckpoint(tools, request, (origin) => (origin === ORIGIN ? { key, head } : null))

describe('what a witness answers', () => {
  test('is the statuses of the protocol: 200, 400, 403, 404, 409 with its size, 422', () => {
    const known = headOf(leaves(5))
    expect(answer(submission(leaves(5), 0), null)).toMatchObject({ status: 200, checkpoint: { size: 5 } })
    expect(answer(submission(leaves(8), 5), known)).toMatchObject({ status: 200, checkpoint: { size: 8 } })
    expect(answer(submission(leaves(5), 5), known)).toMatchObject({ status: 200, checkpoint: { size: 5 } })
    expect(answer(null, known)).toEqual({ status: 400 })
    expect(answer({ ...submission(leaves(8), 5), note: 'hello' }, known)).toEqual({ status: 400 })
    expect(answer({ ...submission(leaves(3), 0), oldSize: 5 }, known)).toEqual({ status: 400 })
    expect(answer(submission(leaves(8), 5, stranger), known)).toEqual({ status: 403 })
    const unknown = { ...submission(leaves(8), 5), note: log.signs(checkpointText({ ...known, origin: 'other' })) }
    expect(answer(unknown, known)).toEqual({ status: 404 })
    expect(answer(submission(leaves(8), 0), known)).toEqual({ status: 409, size: 5, isFork: false })
    expect(answer(submission(leaves(8), 6), known)).toEqual({ status: 409, size: 5, isFork: false })
    expect(answer({ ...submission(leaves(8), 5), proof: [] }, known)).toEqual({ status: 422, isUnproven: true })
  })

  test('is no to a second history, of the same size or a longer one, whatever size and proof come with it', () => {
    const known = headOf(leaves(5))
    expect(answer(submission(leaves(5, 'lie'), 5), known)).toEqual({ status: 409, size: 5, isFork: true })
    expect(answer(submission(leaves(5, 'lie'), 0), known)).toEqual({ status: 409, size: 5, isFork: true })
    for (const oldSize of [0, 1, 4, 5, 6, 9])
      expect(answer(submission(leaves(9, 'lie'), oldSize), known).status).toBe(oldSize === 5 ? 422 : 409)
    const honest = submission(leaves(9), 5)
    const lying = submission(leaves(9, 'lie'), 5)
    expect(answer({ ...lying, proof: honest.proof }, known)).toEqual({ status: 422, isUnproven: true })
  })

  test('is no to a shorter ledger', () => {
    const known = headOf(leaves(5))
    expect(answer(submission(leaves(3), 3), known)).toEqual({ status: 409, size: 5, isFork: false })
    expect(answer({ ...submission(leaves(3), 0), oldSize: 5 }, known)).toEqual({ status: 400 })
  })

  test('begins with any tree, but an empty one only with the root of nothing and no proof', () => {
    const empty = { origin: ORIGIN, ...headOf([]) }
    const of = (checkpoint: typeof empty, proof: Uint8Array[] = []): AddCheckpoint => ({
      oldSize: 0,
      proof,
      note: log.signs(checkpointText(checkpoint)),
    })
    expect(answer(of(empty), null)).toMatchObject({ status: 200 })
    expect(answer(of({ ...empty, root: leaves(1)[0]! }), null)).toMatchObject({ status: 422 })
    expect(answer(of(empty, leaves(1)), null)).toMatchObject({ status: 422 })
    expect(answer({ ...submission(leaves(1), 0), proof: leaves(1) }, null)).toMatchObject({ status: 422 })
  })

  test('is 200 to the log, key and proof of another implementation’s tests', () => {
    // github.com/transparency-dev/witness, internal/http/server_test.go: mPK, mInit, mNext and consProof.
    const key = parseVerifierKey(sha256, 'monkeys+87be2a55+AeK/t7elVrIheVCPxQNYkvKFw/2ahkj6Gm9afBJw6S8q')!
    const first =
      'Log Checkpoint v0\n5\n41smjBUiAU70EtKlT6lIOIYtRTYxYXsDB+XHfcvu/BE=\n\n' +
      '— monkeys h74qVe5jWoK8CX/zXrT9X80SyEaiwPb/0p7VW7u+cnXxq5pJYQ6vhxUZ5Ywz9WSD3HIyygccizAg+oMxOe6pRgqqOQE=\n'
    const next =
      'Log Checkpoint v0\n8\nV8K9aklZ4EPB+RMOk1/8VsJUdFZR77GDtZUQq84vSbo=\n\n' +
      '— monkeys h74qVetPycmWeWIySx/cMKcLopNS9h2je2DWe2w7PLRmczqdqinRGPscYklpBQO5Un6B5eUMJDwZprVpJie0lSBNPg8=\n'
    const proof = [
      'b9e1d62618f7fee8034e4c5010f727ab24d8e4705cb296c374bf2025a87a10d2',
      'aac66cd7a79ce4012d80762fe8eec3a77f22d1ca4145c3f4cee022e7efcd599d',
      '89d0f753f66a290c483b39cd5e9eafb12021293395fad3d4a2ad053cfbcfdc9e',
      '29e40bb79c966f4c6fe96aff6f30acfce5f3e8d84c02215175d6e018a5dee833',
    ].map((hash) => fromHex(hash)!)
    const known: KnownLog = { key, head: parseCheckpoint(parseNote(first)!.text)! }
    const ask = (request: AddCheckpoint, of: KnownLog = known) => answerAddCheckpoint(tools, request, () => of)
    expect(ask({ oldSize: 0, proof: [], note: first }, { key, head: null })).toMatchObject({ status: 200 })
    expect(ask({ oldSize: 5, proof, note: next })).toMatchObject({ status: 200, checkpoint: { size: 8 } })
    expect(ask({ oldSize: 5, proof: proof.toReversed(), note: next })).toMatchObject({ status: 422 })
    expect(ask({ oldSize: 5, proof, note: next.replace('\n8\n', '\n9\n') })).toMatchObject({ status: 403 })
  })
})

describe('the body of add-checkpoint', () => {
  test('is read as C2SP’s own example writes it, and written back to the same bytes', () => {
    // c2sp.org/tlog-witness, the example request.
    const body = [
      'old 20852014',
      'PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=',
      'jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=',
      '5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=',
      '/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=',
      '',
      'example.com/behind-the-sofa',
      '20852163',
      'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
      '',
      '— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=',
      '',
    ].join('\n')
    const request = parseAddCheckpoint(body)!
    expect(request.oldSize).toBe(20_852_014)
    expect(request.proof).toHaveLength(4)
    expect(parseCheckpoint(parseNote(request.note)!.text)).toMatchObject({ size: 20_852_163 })
    expect(addCheckpointBody(request)).toBe(body)
  })

  test('that is malformed is none: no old size, leading zeroes, more than 63 hashes, or something that is no hash', () => {
    const hash = 'KgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
    expect(fromBase64(hash)).toHaveLength(32)
    const note = submission(leaves(2), 0).note
    expect(parseAddCheckpoint(`old 0\n\n${note}`)).toEqual({ oldSize: 0, proof: [], note })
    expect(parseAddCheckpoint(`old 1\n${`${hash}\n`.repeat(63)}\n${note}`)?.proof).toHaveLength(63)
    for (const body of [
      '',
      note,
      `old 00\n\n${note}`,
      `old -1\n\n${note}`,
      `old 1.5\n\n${note}`,
      `old  1\n\n${note}`,
      `old 9999999999999999\n\n${note}`,
      `old 1\n${`${hash}\n`.repeat(64)}\n${note}`,
      `old 1\nAAAA\n\n${note}`,
      `old 1\n${hash} \n\n${note}`,
      `old 1\r\n\n${note}`,
    ])
      expect(parseAddCheckpoint(body), JSON.stringify(body.slice(0, 40))).toBe(null)
  })
})
