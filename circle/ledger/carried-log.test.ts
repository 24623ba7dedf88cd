import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256, signerOf } from '#circle/testing/ed25519.ts'
import { carriedLogText, parseCarriedLog } from './carried-log.ts'
import { checkpointText, originOf } from './checkpoint.ts'

const CIRCLE = '0199aaaa-0000-7000-8000-000000000001'

function logOf(seed: Uint8Array, size: number, root: Uint8Array) {
  const signer = signerOf(originOf(CIRCLE), seed)
  const note = signer.signs(checkpointText({ origin: originOf(CIRCLE), size, root }))
  return { circle_id: CIRCLE, key: Buffer.from(signer.note.publicKey).toString('base64url'), note }
}

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })

describe('a log that an invitation carries', () => {
  test('arrives as it left, in some two hundred letters that a link takes', () => {
    fc.assert(
      fc.property(bytes32, fc.maxSafeNat(), bytes32, (seed, size, root) => {
        const log = logOf(seed, size % 2 ** 47, root)
        const text = carriedLogText(sha256, log)!
        expect(text).toMatch(/^[\w-]{202}$/)
        expect(parseCarriedLog(sha256, text)).toEqual(log)
      }),
      { numRuns: 50 },
    )
  })

  test('carries the log’s own signature alone, whatever else was signed under its checkpoint', () => {
    const log = logOf(new Uint8Array(32).fill(7), 5, new Uint8Array(32))
    const cosigned = { ...log, note: `${log.note}— witness.example AAAAAAAA\n` }
    expect(parseCarriedLog(sha256, carriedLogText(sha256, cosigned)!)).toEqual(log)
    const stranger = logOf(new Uint8Array(32).fill(8), 5, new Uint8Array(32))
    expect(carriedLogText(sha256, { ...log, note: stranger.note })).toBeNull()
    expect(carriedLogText(sha256, { ...log, note: 'no note' })).toBeNull()
    expect(carriedLogText(sha256, { ...log, circle_id: 'circle' })).toBeNull()
  })

  test('is nothing where the link was cut, or has something else there', () => {
    const text = carriedLogText(sha256, logOf(new Uint8Array(32), 5, new Uint8Array(32)))!
    for (const other of [
      '',
      'x',
      text.slice(1),
      text.slice(0, -1),
      `${text}A`,
      `B${text.slice(1)}`,
      text.replace(/^./, '.'),
    ])
      expect(parseCarriedLog(sha256, other)).toBeNull()
  })
})
