import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

// Signatures that `minisign -V` reads: Ed25519 over a file's BLAKE2b-512 hash ("ED"), then over that signature and a trusted
// comment. https://jedisct1.github.io/minisign/#signature-format

/** A key's number (8 bytes, any) and the key. */
export type ReleaseKey = { readonly id: Buffer; readonly key: KeyObject }

const SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A new key, as the two texts that are kept: the secret one in one line, the public one as minisign writes it. */
export function newReleaseKey(): { secret: string; publicText: string } {
  const [id, seed] = [randomBytes(8), randomBytes(32)]
  const key = privateKey(seed)
  return { secret: `${Buffer.concat([id, seed]).toString('base64')}\n`, publicText: publicText({ id, key }) }
}

/** The key of a secret text. Throws for anything else. */
export function readSecret(text: string): ReleaseKey {
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== 40) throw new Error('This is no release key.')
  return { id: bytes.subarray(0, 8), key: privateKey(bytes.subarray(8)) }
}

export function publicText({ id, key }: ReleaseKey): string {
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(SPKI.length)
  return `untrusted comment: Ciranda release key\n${Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64')}\n`
}

/** Signs a file's bytes, with a comment that is signed too. */
export function signFile(bytes: Buffer, { id, key }: ReleaseKey, comment: string): string {
  const signature = sign(null, blake(bytes), key)
  const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  const line = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64')
  return `untrusted comment: signature of a Ciranda release\n${line}\ntrusted comment: ${comment}\n${whole.toString('base64')}\n`
}

/** Whether a signature of `signFile` or minisign is that key's, over these bytes and its comment. */
export function isSigned(bytes: Buffer, signature: string, publicKeyText: string): boolean {
  const given = Buffer.from(publicKeyText.trim().split('\n').at(-1)!, 'base64')
  const [, line = '', commentLine = '', wholeLine = ''] = signature.split('\n')
  const [signed, whole] = [Buffer.from(line, 'base64'), Buffer.from(wholeLine, 'base64')]
  const isReadable = given.length === 42 && signed.length === 74 && signed.subarray(0, 2).toString() === 'ED'
  if (!isReadable || !signed.subarray(2, 10).equals(given.subarray(2, 10))) return false
  const key = createPublicKey({ key: Buffer.concat([SPKI, given.subarray(10)]), format: 'der', type: 'spki' })
  const comment = Buffer.from(commentLine.replace(/^trusted comment: /, ''))
  return (
    verify(null, blake(bytes), key, signed.subarray(10)) &&
    verify(null, Buffer.concat([signed.subarray(10), comment]), key, whole)
  )
}

function privateKey(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

function blake(bytes: Buffer): Buffer {
  return createHash('blake2b512').update(bytes).digest()
}
