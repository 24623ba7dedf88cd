import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { encodeQR } from 'qr'
import { until } from '#e2e/helpers/browser.ts'
import { decodeQr } from '#server/files/qr-image.ts'

/** The text that a reader finds in what is seen there, once it is drawn: a busy machine shows the page before its picture. */
export async function scanned(what: Locator): Promise<string> {
  let read: string | null = null
  const isRead = async () => (read = await decodeQr(await what.screenshot())) !== null
  await until(what.page(), isRead, 'No code is there')
  return read!
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
