import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64, fromHex, toBase64, toHex, utf8 } from '#circle/bytes.ts'
import {
  checkpointOf,
  checkpointText,
  cosignedAt,
  isSignedBy,
  openTree,
  parseCheckpoint,
  parseNote,
  parseSignatureLines,
  parseSignerKey,
  parseVerifierKey,
  verifierKeyText,
} from './checkpoint.ts'
import type { LedgerEntry } from './entry.ts'
import { verifyCheckpoints } from './kept.ts'
import { leafHash } from './merkle.ts'
import { sha256, signerOf, verifyEd25519 } from '#circle/testing/ed25519.ts'

const keyOf = (text: string) => parseVerifierKey(sha256, text)!

// golang.org/x/mod, sumdb/note/note_test.go (TestNewVerifier, TestSign, TestOpen): keys and a note of Go's own implementation.
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const PETER_SIGNS = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const ENOCH = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop'
const TEXT = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`
const PETER_LINE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const ENOCH_LINE =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n'

// github.com/transparency-dev/witness, internal/http/server_test.go: a log that another implementation signed.
const MONKEYS = 'monkeys+87be2a55+AeK/t7elVrIheVCPxQNYkvKFw/2ahkj6Gm9afBJw6S8q'
const MONKEYS_5 =
  'Log Checkpoint v0\n5\n41smjBUiAU70EtKlT6lIOIYtRTYxYXsDB+XHfcvu/BE=\n\n' +
  '— monkeys h74qVe5jWoK8CX/zXrT9X80SyEaiwPb/0p7VW7u+cnXxq5pJYQ6vhxUZ5Ywz9WSD3HIyygccizAg+oMxOe6pRgqqOQE=\n'

// A checkpoint of the log arche2025h1 (transparency.dev, staging) with the cosignatures of public witnesses, as they made
// them: tlog_scales' tests keep it; the witness' key stands in transparency-dev/formats, note/note_cosigv1_test.go.
const ARCHE = 'arche2025h1.staging.ct.transparency.dev'
const REMORA = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2'
const STAGEMOLE = 'witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv'
const SMARTIT = 'witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO'
const ARCHE_TEXT = `${ARCHE}\n1432088532\nU7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=\n`
const ARCHE_LINES =
  `— ${ARCHE} zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=\n` +
  `— ${ARCHE} ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=\n` +
  '— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==\n' +
  '— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==\n' +
  '— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==\n'

describe('signed notes', () => {
  test('are read and verified as Go’s implementation wrote them, and signed to the same bytes', () => {
    const note = parseNote(`${TEXT}\n${PETER_LINE}${ENOCH_LINE}`)!
    expect(note.text).toBe(TEXT)
    expect(isSignedBy(note, keyOf(PETER), verifyEd25519)).toBe(true)
    expect(isSignedBy(note, keyOf(ENOCH), verifyEd25519)).toBe(true)
    const { name, seed } = parseSignerKey(PETER_SIGNS)!
    const signer = signerOf(name, seed)
    expect(verifierKeyText(signer.note)).toBe(PETER)
    expect(signer.signs(TEXT)).toBe(`${TEXT}\n${PETER_LINE}`)
  })

  test('are verified as C2SP’s own example and vector have them', () => {
    // c2sp.org/signed-note, test vectors.
    const key = keyOf('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')
    expect(toHex(key.publicKey)).toBe('e932791ae6e7a840a46164c904786426d5e7821dd8b29a00d61cae72afdd4da4')
    const line =
      '— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
    expect(isSignedBy(parseNote(`This is an example message.\n\n${line}`)!, key, verifyEd25519)).toBe(true)
    expect(isSignedBy(parseNote(`This is an example message!\n\n${line}`)!, key, verifyEd25519)).toBe(false)
  })

  test('with an unknown name, an unknown id, another key’s signature or a false one beside a true one are unsigned', () => {
    const peter = keyOf(PETER)
    const isSigned = (lines: string) => isSignedBy(parseNote(`${TEXT}\n${lines}`)!, peter, verifyEd25519)
    expect(isSigned(PETER_LINE)).toBe(true)
    expect(isSigned(ENOCH_LINE)).toBe(false)
    expect(isSigned(PETER_LINE.replace('PeterNeumann', 'CarmenSandiego'))).toBe(false)
    expect(isSigned(PETER_LINE.replace('x08g', 'xxxx'))).toBe(false)
    expect(isSigned(ENOCH_LINE.replace('EnochRoot', 'PeterNeumann').replace('rwz+eB', 'x08go/'))).toBe(false)
    expect(isSigned(PETER_LINE + PETER_LINE.replace('ZJku', 'ZJkv'))).toBe(false)
  })

  test('that are malformed are none', () => {
    for (const text of [
      TEXT,
      `${TEXT}\n`,
      `${TEXT}\n${PETER_LINE.slice(0, -1)}`,
      `\u0001${TEXT}\n${PETER_LINE}`,
      `${TEXT}\r\n${PETER_LINE}`,
      `\ud800${TEXT}\n${PETER_LINE}`,
      `${TEXT}\n${PETER_LINE.replace('PeterNeumann', 'Bad Name')}`,
      `${TEXT}\n${PETER_LINE}Unexpected line.\n`,
      `${TEXT}\n${PETER_LINE.repeat(101)}`,
      `${TEXT}\n— a+b ${PETER_LINE.split(' ')[2]}`,
      '',
    ])
      expect(parseNote(text), JSON.stringify(text.slice(-40))).toBe(null)
    expect(parseNote(`${TEXT}\n${PETER_LINE.repeat(100)}`)).not.toBe(null)
  })

  test('have keys of which no mangled text is a key', () => {
    for (const text of [PETER, ENOCH, MONKEYS, REMORA, STAGEMOLE, SMARTIT])
      expect(verifierKeyText(keyOf(text))).toBe(text)
    for (let from = 0; from <= PETER.length; from += 1)
      for (let to = from; to <= PETER.length; to += 1)
        if (to - from < PETER.length) expect(parseVerifierKey(sha256, PETER.slice(from, to))).toBe(null)
    for (let at = 0; at < PETER.length; at += 1) {
      const next = String.fromCharCode(PETER.charCodeAt(at) + 1)
      expect(parseVerifierKey(sha256, PETER.slice(0, at) + next + PETER.slice(at + 1)), `${at}`).toBe(null)
    }
    expect(parseVerifierKey(sha256, 'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==')).toBe(
      null,
    )
    expect(parseVerifierKey(sha256, 'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')).toBe(null)
    expect(parseSignerKey(PETER)).toBe(null)
    expect(parseSignerKey(PETER_SIGNS.slice(0, -4))).toBe(null)
  })
})

describe('checkpoints', () => {
  test('are read and verified as another log’s implementation signed them', () => {
    const note = parseNote(MONKEYS_5)!
    expect(isSignedBy(note, keyOf(MONKEYS), verifyEd25519)).toBe(true)
    const checkpoint = parseCheckpoint(note.text)!
    expect(checkpoint).toMatchObject({ origin: 'Log Checkpoint v0', size: 5 })
    expect(checkpointText(checkpoint)).toBe(note.text)
  })

  test('are none with a size, a root or lines that the format does not have', () => {
    const root = toBase64(new Uint8Array(32))
    expect(parseCheckpoint(`o\n0\n${root}\n`)).toMatchObject({ size: 0 })
    expect(parseCheckpoint(`o\n0\n${root}\nextension\n`)).toMatchObject({ size: 0 })
    for (const text of [
      '',
      `o\n0\n${root}`,
      `\n0\n${root}\n`,
      `o\n00\n${root}\n`,
      `o\n-1\n${root}\n`,
      `o\n1e3\n${root}\n`,
      `o\n9999999999999999\n${root}\n`,
      `o\n0\n${root.slice(0, -4)}\n`,
      `o\n0\n${root.slice(0, -2)}B=\n`,
      `o\n0\n${root}\n\nextension\n`,
    ])
      expect(parseCheckpoint(text), JSON.stringify(text)).toBe(null)
  })

  test('bear cosignatures of public witnesses, which are verified with their times, and fail over any other text', () => {
    const note = parseNote(`${ARCHE_TEXT}\n${ARCHE_LINES}`)!
    const at = (text: string, key: string) => cosignedAt(text, note.signatures, keyOf(key), verifyEd25519)
    for (const key of [REMORA, STAGEMOLE, SMARTIT]) {
      expect(at(ARCHE_TEXT, key), key).toBe(Date.UTC(2026, 4, 23, 21, 50, 24) / 1000)
      expect(at(ARCHE_TEXT.replace('1432088532', '1432088533'), key)).toBe(null)
    }
    // The log's own key signs notes: what it signed is no cosignature, and a cosignature is no note of the log's.
    const log = keyOf(`${ARCHE}+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f`)
    expect(isSignedBy(note, log, verifyEd25519)).toBe(true)
    expect(cosignedAt(ARCHE_TEXT, note.signatures, log, verifyEd25519)).toBe(null)
    expect(isSignedBy(note, keyOf(REMORA), verifyEd25519)).toBe(false)
  })

  test('are cosigned with another implementation’s key so that its verifier key verifies them, at the very time', () => {
    // transparency-dev/witness, internal/http/server_test.go: its witness' own key, over its own log's checkpoint.
    const { name, seed } = parseSignerKey('PRIVATE+KEY+witness+f13a86db+AaLa/dfyBhyo/m0Z7WCi98ENVZWtrP8pxgRNrx7tIWiA')!
    const signer = signerOf(name, seed)
    expect(toHex(signer.note.id)).toBe('f13a86db')
    const { text } = parseNote(MONKEYS_5)!
    const lines = parseSignatureLines(signer.cosigns(text, 1_727_964_367))!
    expect(toHex(lines[0]!.signature.slice(0, 8))).toBe('0000000066fea4cf')
    expect(cosignedAt(text, lines, keyOf(verifierKeyText(signer.witness)), verifyEd25519)).toBe(1_727_964_367)
    const later = [{ ...lines[0]!, signature: lines[0]!.signature.with(7, 0xd0) }]
    expect(cosignedAt(text, later, signer.witness, verifyEd25519)).toBe(null)
    expect(cosignedAt(text, [{ ...lines[0]!, signature: new Uint8Array(71) }], signer.witness, verifyEd25519)).toBe(
      null,
    )
  })

  test('of a ledger have the entries’ hashes as leaves, and say how many they are', () => {
    const entries = ['00'.repeat(32), 'ff'.repeat(32)].map((hash) => ({ hash }))
    const { origin, size, root } = checkpointOf(sha256, 'circle', entries.slice(0, 1))
    expect([origin, size, toHex(root)]).toEqual([
      'ciranda/circle',
      1,
      toHex(leafHash(sha256, fromHex('00'.repeat(32))!)),
    ])
    expect(checkpointOf(sha256, 'circle', entries, 1)).toEqual(checkpointOf(sha256, 'circle', entries.slice(0, 1)))
    expect(checkpointOf(sha256, 'circle', entries).root).not.toEqual(root)
    expect(toHex(checkpointOf(sha256, 'circle', []).root)).toBe(toHex(sha256(utf8(''))))
    expect(() => checkpointOf(sha256, 'circle', [{ hash: 'no hash' }])).toThrow('32 bytes')
  })

  test('of a ledger whose complete blocks are known are the same, and hash no entry of these', () => {
    const entries = Array.from({ length: 600 }, (_, index) => ({ hash: index.toString(16).padStart(64, '0') }))
    const known = openTree(sha256, entries.slice(0, 300)).blocks()
    expect(known.length).toBe(32)
    let hashed = 0
    const counted = (bytes: Uint8Array) => {
      hashed += 1
      return sha256(bytes)
    }
    const tree = openTree(counted, entries, known)
    const of = (size: number) => checkpointOf(counted, 'circle', entries, size, tree.block)
    for (const size of [1, 255, 256, 257, 300, 511, 512, 513, 600])
      expect(of(size)).toEqual(checkpointOf(sha256, 'circle', entries, size))
    hashed = 0
    of(512)
    expect(hashed).toBe(1)
    expect(tree.blocks().slice(0, 32)).toEqual(known)
  })

  test('are found rewritten by the entries alone, whatever is known of blocks', () => {
    const entries = Array.from({ length: 300 }, (_, index) => ({ hash: index.toString(16).padStart(64, '0') }))
    const faultsOf = (root: Uint8Array, block: (index: number) => Uint8Array) => {
      const found: string[] = []
      const kept = [{ ...checkpointOf(sha256, 'circle', entries), root, isSigned: true }]
      verifyCheckpoints('circle', entries as LedgerEntry[], { kept, sha256, block }, (code) => found.push(code))
      return found
    }
    const { root } = checkpointOf(sha256, 'circle', entries)
    const { block } = openTree(sha256, entries)
    expect(faultsOf(root, block)).toEqual([])
    expect(faultsOf(root, () => new Uint8Array(32))).toEqual([])
    expect(faultsOf(new Uint8Array(32), block)).toEqual(['checkpoint.rewritten'])
  })
})

describe('bytes as text', () => {
  test('come back as they went, and only from their one spelling', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(fromBase64(toBase64(bytes))).toEqual(bytes)
        expect(fromHex(toHex(bytes))).toEqual(bytes)
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      }),
    )
    for (const text of ['AA', 'AB==', 'A===', 'AA=A', 'AA==\n', '-_==', 'AA ='])
      expect(fromBase64(text), text).toBe(null)
    for (const text of ['a', 'AA', 'g0', '0x00']) expect(fromHex(text), text).toBe(null)
  })
})
