import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { concat, utf8 } from '../bytes.ts'
import type { Sha256 } from '../bytes.ts'
import {
  cosignatureLine,
  cosignedText,
  namedKey,
  NOTE_KEY,
  COSIGNATURE_KEY,
  signatureLine,
} from '#circle/ledger/checkpoint.ts'
import type { NamedKey, VerifyEd25519 } from '#circle/ledger/checkpoint.ts'

export const sha256: Sha256 = (bytes) => Uint8Array.from(createHash('sha256').update(bytes).digest())

const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  const x = Buffer.from(publicKey).toString('base64url')
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
}

/** A signer of notes and of cosignatures, from its name and its seed. */
export function signerOf(name: string, seed: Uint8Array) {
  const key = createPrivateKey({ key: Buffer.from(concat(PKCS8_PREFIX, seed)), format: 'der', type: 'pkcs8' })
  const publicKey = Uint8Array.from(Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url'))
  const by = (message: string) => Uint8Array.from(sign(null, utf8(message), key))
  const note: NamedKey = namedKey(sha256, name, NOTE_KEY, publicKey)
  const witness: NamedKey = namedKey(sha256, name, COSIGNATURE_KEY, publicKey)
  return {
    note,
    witness,
    sign: (message: Uint8Array) => Uint8Array.from(sign(null, message, key)),
    signs: (text: string) => `${text}\n${signatureLine(note, by(text))}`,
    cosigns: (text: string, seconds: number) => cosignatureLine(witness, seconds, by(cosignedText(seconds, text))),
  }
}
