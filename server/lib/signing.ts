import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { Sha256 } from '#circle/bytes.ts'
import type { VerifyEd25519 } from '#circle/ledger/checkpoint.ts'

export const sha256Bytes: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()

/** An Ed25519 key that signs. `publicKey`: its 32 bytes, as RFC 8032 writes them. */
export type Signer = {
  readonly publicKey: Uint8Array
  readonly sign: (message: Uint8Array) => Uint8Array
}

// The prefix of a 32-byte Ed25519 seed in PKCS #8 (RFC 8410).
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signer of a seed of 32 bytes. */
export function signerOf(seed: Uint8Array): Signer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return { publicKey: Buffer.from(x!, 'base64url'), sign: (message) => sign(null, message, key) }
}

export const verifyEd25519: VerifyEd25519 = (publicKey, message, signature) => {
  const x = Buffer.from(publicKey).toString('base64url')
  try {
    return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
  } catch {
    return false
  }
}
