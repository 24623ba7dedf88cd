import type { Services } from '#server/context.ts'
import { signFileUrl } from './signed-url.ts'

export type FileKind = 'receipt' | 'avatar' | 'qr'

const MINUTE_MS = 60_000
const TTL_MS = 10 * MINUTE_MS

/**
 * The absolute, signed, short-lived address of a stored image. It stays the same for five minutes, so that browsers can
 * cache it.
 */
export function fileUrl(
  services: Pick<Services, 'secrets' | 'publicUrl' | 'clock'>,
  sha256: string,
  kind: FileKind,
): string {
  const step = 5 * MINUTE_MS
  const expiresAt = Math.ceil(services.clock.now() / step) * step + TTL_MS
  return signFileUrl({ secret: services.secrets.fileKey, publicUrl: services.publicUrl(), sha256, kind, expiresAt })
}

/** The address of an optional image; null when there is none. */
export function imageUrl(
  services: Pick<Services, 'secrets' | 'publicUrl' | 'clock'>,
  sha256: string | null,
  kind: FileKind,
): string | null {
  return sha256 === null ? null : fileUrl(services, sha256, kind)
}
