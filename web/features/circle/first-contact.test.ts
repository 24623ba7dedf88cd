import { toBase64, toHex, utf8 } from '#circle/bytes.ts'
import { carriedLogText } from '#circle/ledger/carried-log.ts'
import { checkpointOf, checkpointText, entryLeaf, originOf } from '#circle/ledger/checkpoint.ts'
import { consistencyRanges, subtreeHash } from '#circle/ledger/merkle.ts'
import { sha256, signerOf } from '#circle/testing/ed25519.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { meetLog } from './first-contact.ts'
import { knownLogs } from './known-logs.ts'

const CIRCLE = '0199aaaa-0000-7000-8000-000000000001'
const KEY = new Uint8Array(32).fill(7)

type Ledger = readonly { readonly hash: string }[]

/** The hashes of a ledger of ten entries; `differsFrom`: from which number on it tells another history. */
const ledgerOf = (differsFrom = Infinity): Ledger =>
  Array.from({ length: 10 }, (_, index) => ({
    hash: toHex(sha256(utf8(`${index} ${index + 1 >= differsFrom ? 'lie' : 'truth'}`))),
  }))

function logOf(entries: Ledger, size: number, seed = KEY) {
  const signer = signerOf(originOf(CIRCLE), seed)
  const note = signer.signs(checkpointText(checkpointOf(sha256, CIRCLE, entries, size)))
  return { circle_id: CIRCLE, key: Buffer.from(signer.note.publicKey).toString('base64url'), note }
}

/** The server's public answers about a log of ten entries, every proof as its ledger gives it. */
function serves(entries: Ledger, seed = KEY) {
  const leaf = (index: number) => entryLeaf(sha256, entries[index]!.hash)
  const consistency = (from: number, to: number) =>
    consistencyRanges(from, to).map((range) => toBase64(subtreeHash(sha256, { leaf }, range)))
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://ciranda.test')
    if (pathname.endsWith('/checkpoint')) return new Response(logOf(entries, 10, seed).note)
    const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))]
    return Response.json({ from, to, proof: consistency(from, to) })
  })
}

const carried = (entries: Ledger, size: number) => carriedLogText(sha256, logOf(entries, size))!
const truth = ledgerOf()

describe('the first contact of a device that was invited', () => {
  beforeEach(() => {
    const store = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => store.set(key, value),
    })
  })

  test('begins with what the inviting device knew, and keeps what continues it', async () => {
    serves(truth)
    expect(await meetLog(carried(truth, 4), CIRCLE)).toBe('same')
    expect(knownLogs()).toEqual([logOf(truth, 10)])
    expect(await meetLog(carried(truth, 6), CIRCLE)).toBe('same')
  })

  test('finds another past, told and signed anew with the very key of the log', async () => {
    serves(ledgerOf(3))
    expect(await meetLog(carried(truth, 4), CIRCLE)).toBe('other')
    expect(knownLogs()).toEqual([logOf(truth, 4)])
  })

  test('finds another key, though circle and history are the same', async () => {
    serves(truth, new Uint8Array(32).fill(8))
    expect(await meetLog(carried(truth, 4), CIRCLE)).toBe('other')
  })

  test('finds another circle in the place of the one that was shown, and keeps nothing of it', async () => {
    serves(truth)
    expect(await meetLog(carried(truth, 4), CIRCLE.replace('0199', '0200'))).toBe('other_circle')
    expect(knownLogs()).toEqual([])
  })

  test('says that a link was cut, and is not turned by an invitation against what the device knows', async () => {
    serves(truth)
    expect(await meetLog(carried(truth, 4).slice(0, 100), CIRCLE)).toBe('cut')
    await meetLog(carried(truth, 4), CIRCLE)
    expect(await meetLog(carried(ledgerOf(2), 5), CIRCLE)).toBe('other')
    expect(knownLogs()).toEqual([logOf(truth, 10)])
  })
})
