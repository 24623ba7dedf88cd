import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import { fromPixels } from './pixels.ts'
import type { Pixels } from './pixels.ts'

/**
 * A sketch of an image: its brightness in 256 × 512 cells (512 along the longer side), in 32 levels, as text. It takes
 * about 8 KB for a receipt on a screen and 30 KB for a noisy photograph, too long for an index. Compression, rescaling
 * and conversion shift a cell by up to 20 of 255; one changed digit of small grey print shifts some cell by 40 or more.
 * The largest difference therefore decides, not the average, which one digit would hardly change.
 */
export async function sketchOf(pixels: Pixels): Promise<string> {
  const { width, height } = pixels
  const [columns, rows] = width > height ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE]
  // `linear` weighs every pixel of a cell; sharper kernels overshoot at the edges of glyphs.
  const cells = await fromPixels(pixels)
    .greyscale()
    .resize(columns, rows, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  for (let at = 0; at < cells.length; at++) cells[at] = cells[at]! >> LEVEL_BITS
  const packed = await deflate(cells)
  return `1${width > height ? 'w' : 't'}.${Math.round((1000 * width) / height)}.${packed.toString('base64')}`
}

/**
 * Whether two sketches are of the same picture, perhaps saved again, compressed or rescaled. Two pictures match only if
 * no cell differs by more than `DIFFERENCE_MAX` levels: two blank ones match, two receipts that differ in one digit do
 * not. A cropped, rotated or photographed copy counts as another picture.
 */
export function samePicture(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [readSketch(one), readSketch(other)]
  if (!a || !b || a.cells.length !== b.cells.length) return false
  if (a.isWide !== b.isWide || Math.abs(a.shape - b.shape) > Math.max(a.shape, b.shape) * SHAPE_DIFFERENCE_MAX)
    return false
  for (let at = 0; at < a.cells.length; at++) if (Math.abs(a.cells[at]! - b.cells[at]!) > DIFFERENCE_MAX) return false
  return true
}

const SHORT_SIDE = 256
const LONG_SIDE = 512
const LEVEL_BITS = 3
const DIFFERENCE_MAX = 3
const SHAPE_DIFFERENCE_MAX = 0.01
const deflate = promisify<Buffer, Buffer>(deflateRaw)

function readSketch(sketch: string): { shape: number; isWide: boolean; cells: Buffer } | null {
  const parts = /^1([wt])\.([0-9]{1,7})\.([A-Za-z0-9+/=]+)$/.exec(sketch)
  if (!parts) return null
  const cells = inflateRawSync(Buffer.from(parts[3]!, 'base64'), { maxOutputLength: SHORT_SIDE * LONG_SIDE })
  return { isWide: parts[1] === 'w', shape: Number(parts[2]), cells }
}
