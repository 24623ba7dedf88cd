import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { Sharp } from 'sharp'
import { encodeQR } from 'qr'
import { decodeQR } from 'qr/decode.js'
import { readImageHeader } from './image-header.ts'
import { fromPixels, sequentially, PIXELS_MAX, readPixels } from './pixels.ts'
import type { Pixels } from './pixels.ts'

const SIDE_MAX = 800
const QUIET_ZONE = 4
const MODULE_PIXELS = 8
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const deflated = promisify<Buffer, Buffer>(deflate)
/** The time budget of the decoder's second and later attempts; the first always runs to its end. */
const RETRIES_MS = 20

/** The text of the QR code in a PNG, JPEG or WebP image; null when none can be read. */
export async function decodeQr(imageBytes: Buffer): Promise<string | null> {
  const header = readImageHeader(imageBytes)
  if (!header || header.width * header.height > PIXELS_MAX) return null
  try {
    const pixels = await sequentially(async () => withMargin(await readPixels(imageBytes, SIDE_MAX)))
    return decodeQR(pixels, { format: 'RGB', timeLimit: RETRIES_MS })
  } catch {
    return null
  }
}

/**
 * Whether an image shows a QR code that some reader could read: as it is, mirrored, as phones read them too, or in one colour
 * alone, where two colours of equal brightness hide it from a reader of grey.
 */
export function showsQr(imageBytes: Buffer): Promise<boolean> {
  return sequentially(async () => {
    const pixels = await readPixels(imageBytes, SIDE_MAX)
    const views = [
      () => Promise.resolve(pixels),
      () => rawOf(fromPixels(pixels).flop()),
      ...([0, 1, 2] as const).map((channel) => () => rawOf(fromPixels(pixels).extractChannel(channel))),
    ]
    for (const view of views) if (isReadable(await withMargin(await view()))) return true
    return false
  })
}

function isReadable(pixels: Pixels): boolean {
  try {
    decodeQR(pixels, { format: 'RGB', timeLimit: RETRIES_MS })
    return true
  } catch {
    return false
  }
}

async function rawOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as Pixels['channels'] }
}

/**
 * A QR code of a text as a PNG: black on white, with the margin that readers need. Throws when the text is too long
 * (some 2,300 bytes).
 */
export async function makeQrPng(text: string): Promise<Buffer> {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const side = modules.length * MODULE_PIXELS
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  const rows = Buffer.concat(modules.flatMap(moduleRows))
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', await deflated(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The QR code as base64 without prefix, as the API sends images. */
export async function makeQrBase64(text: string): Promise<string> {
  return (await makeQrPng(text)).toString('base64')
}

// At one bit per pixel and eight pixels per module, each module is one byte. The seven repeated rows use PNG's "up"
// filter. It is written by hand, because an image library takes ten times the time and size to quantise two colours.
function moduleRows(row: readonly boolean[]): Buffer[] {
  const first = Buffer.from([0, ...row.map((isDark) => (isDark ? 0x00 : 0xff))])
  const asAbove = Buffer.alloc(first.length)
  asAbove[0] = 2
  return [first, ...Array<Buffer>(MODULE_PIXELS - 1).fill(asAbove)]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

/** Adds a margin, because people crop codes right up to their edge. */
async function withMargin(pixels: Pixels): Promise<Pixels> {
  const margin = 16
  const sides = { top: margin, bottom: margin, left: margin, right: margin }
  return rawOf(
    fromPixels(pixels)
      .toColourspace('srgb')
      .extend({ ...sides, background: '#fff' }),
  )
}
