import type { Parts } from '#server/http/context.ts'
import { signFileUrl } from './signed-url.ts'

export type FileKind = 'receipt' | 'avatar' | 'qr'

const MINUTE_MS = 60_000
const GOOD_FOR_MS = 10 * MINUTE_MS

/** The absolute, signed and short-lived address of a stored image. Answered the same within five minutes, so that a browser can keep it. */
export function fileUrl(parts: Pick<Parts, 'secrets' | 'publicUrl' | 'clock'>, sha256: string, kind: FileKind): string {
  const step = 5 * MINUTE_MS
  const expiresAt = Math.ceil(parts.clock.now() / step) * step + GOOD_FOR_MS
  return signFileUrl({ secret: parts.secrets.fileKey, publicUrl: parts.publicUrl(), sha256, kind, expiresAt })
}

/** The address of an image that may not be there. */
export function imageUrl(
  parts: Pick<Parts, 'secrets' | 'publicUrl' | 'clock'>,
  sha256: string | null,
  kind: FileKind,
): string | null {
  return sha256 === null ? null : fileUrl(parts, sha256, kind)
}
