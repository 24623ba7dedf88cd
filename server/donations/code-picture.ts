import { LRUCache } from 'lru-cache'
import { makeQrBase64 } from '#server/files/qr-image.ts'

const kept = new LRUCache<string, Promise<string>>({ max: 500 })

/** The QR pictures of PIX codes as base64 without prefix; null where there is no code. Recent pictures are cached. */
export function codePictures(codes: readonly (string | null)[]): Promise<(string | null)[]> {
  return Promise.all(codes.map((code) => (code === null ? null : pictureOf(code))))
}

function pictureOf(code: string): Promise<string> {
  const known = kept.get(code)
  if (known) return known
  const drawn = makeQrBase64(code)
  kept.set(code, drawn)
  drawn.catch(() => kept.delete(code))
  return drawn
}
