import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { largeInTurn } from '#server/lib/heavy-work.ts'
import { ensureNothingLocked } from '#server/lib/open-transaction.ts'

// Each image uses one thread.
sharp.concurrency(1)
sharp.cache(false)

/** The colours of an image, row by row, each pixel `channels` bytes. */
export type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 }

/**
 * More than any phone's screenshot or usual photograph. A larger size in the header is treated as a decompression bomb.
 */
export const PIXELS_MAX = 50_000_000

/** Runs heavy image work with limited concurrency, in the order requested. Must not be called inside a transaction. */
export function sequentially<T>(work: () => Promise<T>): Promise<T> {
  ensureNothingLocked('A picture was worked on')
  return largeInTurn(work)
}

/**
 * The first frame of an image as it should be displayed: upright, in sRGB, on white, within `sideMax`. Throws when the
 * decoder fails or takes longer than ten seconds.
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

/** Starts image work from bare pixels, so that the result holds no metadata of the original. */
export function fromPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}
