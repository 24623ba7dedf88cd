import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'

/** A photograph as a phone takes it, as a data URL of about so many bytes: noise, which no encoder makes smaller. */
export async function photograph(bytes: number): Promise<string> {
  // Noise at this quality takes some 0.64 bytes a pixel.
  const side = Math.floor(Math.sqrt(bytes / 0.64))
  const pixels = randomFillSync(Buffer.alloc(side * side * 3))
  const image = sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
  const jpeg = await image.jpeg({ quality: 80 }).toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}
