import { LRUCache } from 'lru-cache'
import { makeQrBase64 } from '#server/files/qr-image.ts'

/** Recent pictures, also while they are drawn; one that could not be is drawn again. */
const recent = new LRUCache<string, string>({ max: 500, fetchMethod: makeQrBase64 })

/** The QR pictures of PIX codes as base64 without prefix; null where there is no code. */
export function codePictures(codes: readonly (string | null)[]): Promise<(string | null)[]> {
  return Promise.all(codes.map((code) => (code === null ? null : recent.forceFetch(code))))
}
