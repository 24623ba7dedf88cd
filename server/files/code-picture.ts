import sharp from 'sharp'
import { makeQrPng } from './qr-image.ts'

/** The picture of a PIX code in the size that registration accepts. Base64. */
export async function codePicture(code: string): Promise<string> {
  const png = await sharp(await makeQrPng(code))
    .resize(360, 360, { kernel: 'nearest' })
    .png()
    .toBuffer()
  return png.toString('base64')
}
