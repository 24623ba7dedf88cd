import { webcrypto } from 'node:crypto'
import { decodeBase64, decodedLength, withoutDataUrl } from './base64.ts'
import { readImageHeader } from './image-header.ts'
import type { ImageHeader } from './image-header.ts'
import { fromPixels, sequentially, PIXELS_MAX, readPixels } from './pixels.ts'
import type { Pixels } from './pixels.ts'
import { sketchOf } from './sketch.ts'

export type ImageRefusalCode =
  | 'file.too_large'
  | 'file.not_image'
  | 'file.bad_base64'
  | 'file.wrong_pixels_exact'
  | 'file.wrong_pixels_max'
  | 'file.too_many_pixels'

/** An expected refusal of an uploaded image. */
export class ImageRefusal extends Error {
  readonly code: ImageRefusalCode
  constructor(code: ImageRefusalCode, options?: ErrorOptions) {
    super(code, options)
    this.name = 'ImageRefusal'
    this.code = code
  }
}

/**
 * receipt: any size up to `PIXELS_MAX` pixels, stored within 2000 × 2000. avatar: exactly 400 × 400. registration: at
 * most 400 × 400, stored without loss because it may be a QR code. (Specification, sections 5 and 9.)
 */
export type ImageRule = 'receipt' | 'avatar' | 'registration'

/**
 * `sha256` is of the bytes themselves. `pixelHash`, 64 hex digits, is of the pixels, and so survives saving without
 * loss. `sketch` is for `samePicture`, and empty for what is no receipt: nobody compares those.
 */
export type ImageHashes = { sha256: string; pixelHash: string; sketch: string }

/**
 * An image encoded anew from its pixels alone, without metadata or trailing bytes. The hashes are of the original
 * upload.
 */
export type CleanImage = ImageHashes & {
  bytes: Buffer
  contentType: 'image/jpeg' | 'image/webp' | 'image/png'
  width: number
  height: number
}

export const IMAGE_BYTES_MAX = 5 * 1024 * 1024

/** Cleans the image of an upload (base64, with or without a data-URL prefix). Throws an ImageRefusal. */
export async function readImage(base64: string, rule: ImageRule): Promise<CleanImage> {
  const text = withoutDataUrl(base64)
  if (decodedLength(text) > IMAGE_BYTES_MAX) throw new ImageRefusal('file.too_large')
  const original = await decodeBase64(text)
  if (!original) throw new ImageRefusal('file.bad_base64')
  ensureFits(readImageHeader(original), rule)
  return sequentially(async () => {
    const pixels = await decode(original, rule)
    const [hashes, bytes] = [await hashesOf(original, pixels, rule), await encoders[rule].encode(pixels)]
    return { ...hashes, bytes, contentType: encoders[rule].contentType, width: pixels.width, height: pixels.height }
  })
}

const SIDE = 400
const RECEIPT_SIDE_MAX = 2000
const AS_JPEG = { quality: 85, chromaSubsampling: '4:4:4', progressive: true }

// Decides by the header alone, before decoding: a decompression bomb must be refused before it expands.
function ensureFits(header: ImageHeader | null, rule: ImageRule): void {
  if (!header) throw new ImageRefusal('file.not_image')
  const { width, height } = header
  if (rule === 'avatar' && (width !== SIDE || height !== SIDE)) throw new ImageRefusal('file.wrong_pixels_exact')
  if (rule === 'registration' && (width > SIDE || height > SIDE)) throw new ImageRefusal('file.wrong_pixels_max')
  if (width * height > PIXELS_MAX) throw new ImageRefusal('file.too_many_pixels')
}

async function decode(bytes: Buffer, rule: ImageRule): Promise<Pixels> {
  try {
    return await readPixels(bytes, rule === 'receipt' ? RECEIPT_SIDE_MAX : SIDE)
  } catch (error) {
    throw new ImageRefusal('file.not_image', { cause: error })
  }
}

const encoders: Record<
  ImageRule,
  { contentType: CleanImage['contentType']; encode: (pixels: Pixels) => Promise<Buffer> }
> = {
  // Full chroma resolution keeps small coloured print readable. In several passes a bank's screen takes a tenth less, and what
  // arrives first on a slow phone is the whole picture. Ordered for size they would take a fifth less, and five times as long to make.
  receipt: {
    contentType: 'image/jpeg',
    encode: (pixels) => fromPixels(pixels).jpeg(AS_JPEG).toBuffer(),
  },
  avatar: { contentType: 'image/webp', encode: (pixels) => fromPixels(pixels).webp({ quality: 85 }).toBuffer() },
  registration: { contentType: 'image/png', encode: (pixels) => fromPixels(pixels).png().toBuffer() },
}

async function hashesOf(original: Buffer, pixels: Pixels, rule: ImageRule): Promise<ImageHashes> {
  const sha256 = await sha256Of(original)
  const shape = Buffer.from(`${pixels.width}x${pixels.height}x${pixels.channels}:${await sha256Of(pixels.data)}`)
  const sketch = rule === 'receipt' ? await sketchOf(pixels) : ''
  return { sha256, pixelHash: await sha256Of(shape), sketch }
}

// Web Crypto hashes off the event loop; `createHash` would block it.
async function sha256Of(bytes: Buffer): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
