import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { encodeQR } from 'qr'
import { decodeQr } from '#server/files/qr-image.ts'

/** The text that a reader finds in what is seen there; null where it finds none. */
export async function scanned(what: Locator): Promise<string | null> {
  return decodeQr(await what.screenshot())
}

const MODULE = 8

/**
 * A picture of a code with two faces: the pixel in the middle of each module is of one text, all others, which a reader goes
 * by, of another. Base64 of a PNG.
 */
export async function twoFaced(shown: string, read: string): Promise<string> {
  const [middles, rest] = [shown, read].map((text) => encodeQR(text, 'raw', { ecc: 'medium', border: 4 }))
  const side = rest!.length * MODULE
  const isMiddle = (at: number) => at % MODULE === MODULE / 2
  const pixels = Buffer.alloc(side * side)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const face = isMiddle(x) && isMiddle(y) ? middles! : rest!
      pixels[y * side + x] = face[Math.floor(y / MODULE)]?.[Math.floor(x / MODULE)] ? 0 : 255
    }
  const png = await sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer()
  return png.toString('base64')
}
