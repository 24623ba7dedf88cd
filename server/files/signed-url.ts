import { createHmac, timingSafeEqual } from 'node:crypto'
import { keyObject } from '#server/lib/sealing.ts'

type Signed = {
  secret: Uint8Array
  sha256: string
  /** The purpose of the file; a signature for one kind is invalid for any other. */
  kind: string
  /**
   * The only person that the address is for, if it is for one alone. It is not part of the address, so the verifier
   * must know it from the session.
   */
  audience?: string
}

/** The absolute address of a stored file, valid until `expiresAt` (epoch ms). `publicUrl` has no trailing slash. */
export function signFileUrl({
  publicUrl,
  expiresAt,
  ...signed
}: Signed & { publicUrl: string; expiresAt: number }): string {
  const signature = signatureOf(signed, expiresAt).toString('base64url')
  // Nothing in it needs escaping: kinds are plain words, and the signature is made for addresses.
  return `${publicUrl}/api/files/${signed.sha256}?kind=${signed.kind}&expires=${expiresAt}&signature=${signature}`
}

/** Whether an address was signed for exactly this file, kind and audience and is still valid at `now` (epoch ms). */
export function verifyFileSignature({
  expires,
  signature,
  now,
  ...signed
}: Signed & { expires: string; signature: string; now: number }): boolean {
  if (!/^[0-9]{1,15}$/.test(expires)) return false
  const expiresAt = Number(expires)
  // The signature is compared first and the time second, so that the answer's timing tells nothing about a forgery.
  return isSame(signatureOf(signed, expiresAt), Buffer.from(signature, 'base64url')) && now < expiresAt
}

function signatureOf({ secret, sha256, kind, audience }: Signed, expiresAt: number): Buffer {
  // JSON, so that no two lists of values produce the same text.
  return createHmac('sha256', keyObject(secret))
    .update(JSON.stringify([sha256, kind, expiresAt, audience ?? null]))
    .digest()
}

function isSame(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given)
}
