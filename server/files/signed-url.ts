import { createHmac, timingSafeEqual } from 'node:crypto'

type Signed = {
  secret: Uint8Array
  sha256: string
  /** What the file is shown as; a signature for one kind opens no other. */
  kind: string
  /** Whom the address is for, when it is for one alone: not in the address, so the verifier must know it from elsewhere. */
  audience?: string
}

/** The absolute address of a stored file, good until `expiresAt` (epoch ms). `publicUrl` has no slash at its end. */
export function signFileUrl({
  publicUrl,
  expiresAt,
  ...signed
}: Signed & { publicUrl: string; expiresAt: number }): string {
  const signature = signatureOf(signed, expiresAt).toString('base64url')
  const query = new URLSearchParams({ kind: signed.kind, expires: String(expiresAt), signature })
  return `${publicUrl}/api/files/${signed.sha256}?${query.toString()}`
}

/** Whether an address as it arrived was signed for just this file, kind and audience and is still good at `now` (epoch ms). */
export function verifyFileSignature({
  expires,
  signature,
  now,
  ...signed
}: Signed & { expires: string; signature: string; now: number }): boolean {
  if (!/^[0-9]{1,15}$/.test(expires)) return false
  const expiresAt = Number(expires)
  // Bytes first and the time after: how long it takes tells nothing about a forged signature.
  return isSame(signatureOf(signed, expiresAt), Buffer.from(signature, 'base64url')) && now < expiresAt
}

function signatureOf({ secret, sha256, kind, audience }: Signed, expiresAt: number): Buffer {
  // JSON, so that no two lists of values are written alike.
  return createHmac('sha256', secret)
    .update(JSON.stringify([sha256, kind, expiresAt, audience ?? null]))
    .digest()
}

function isSame(expected: Buffer, given: Buffer): boolean {
  return expected.length === given.length && timingSafeEqual(expected, given)
}
