import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import type { Sharp } from 'sharp'

// One thread an image, and fewer images at a time than processors: the event loop keeps one for itself, and the
// thread pool room for files and passwords.
sharp.concurrency(1)
sharp.cache(false)
const CONCURRENCY = Math.min(2, Math.max(1, availableParallelism() - 1))

/** Colours of an image, row by row, each pixel `channels` bytes. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/** More than any phone's screenshot or usual photograph; a header that claims more is taken for a bomb. */
export const PIXELS_MAX = 50_000_000

/** Does heavy work on images when its turn comes, in the order asked for. */
export async function sequentially<T>(work: () => Promise<T>): Promise<T> {
  if (working >= CONCURRENCY) await new Promise<void>((resolve) => waiting.push(resolve))
  else working += 1
  try {
    return await work()
  } finally {
    // The turn goes straight to the next, so that nobody slips in between.
    const next = waiting.shift()
    if (next) next()
    else working -= 1
  }
}

let working = 0
const waiting: (() => void)[] = []

/**
 * The first picture of an image as it is meant to be seen: upright, in sRGB, on white, within `sideMax`. Throws when the decoder
 * finds it broken or it takes longer than ten seconds.
 */
export async function readPixels(bytes: Buffer, sideMax: number): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels: PIXELS_MAX, pages: 1 })
    .autoOrient()
    .resize({ width: sideMax, height: sideMax, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .timeout({ seconds: 10 })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels as Pixels['channels'] }
}

/** Work to be done on pixels; what comes of it carries nothing else of the image they were read from. */
export function fromPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}
