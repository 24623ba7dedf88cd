import sharp from 'sharp'
import { makeQrPng } from '#server/files/qr-image.ts'

const drawn = new Map<string, Promise<string>>()

/**
 * The picture of a PIX code as small as it can be read, drawn once for each code: registering a person takes a fraction of what
 * one in full size does. Base64.
 */
export function smallCode(code: string): Promise<string> {
  const known = drawn.get(code)
  if (known) return known
  const picture = draw(code)
  drawn.set(code, picture)
  return picture
}

/** Two pixels a module, of the eight that it is made with. */
const TIMES_SMALLER = 4

async function draw(code: string): Promise<string> {
  const whole = sharp(await makeQrPng(code))
  const { width } = await whole.metadata()
  const small = whole.resize(width / TIMES_SMALLER, undefined, { kernel: 'nearest' })
  return (await small.png().toBuffer()).toString('base64')
}
