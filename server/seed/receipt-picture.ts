import sharp from 'sharp'
import { makeQrBase64, makeQrPng } from '#server/files/qr-image.ts'

/**
 * A picture that stands for a receipt in the demonstration: different for every donation, and visibly from no bank.
 * Base64.
 */
export function receiptPicture(donationId: string): Promise<string> {
  return makeQrBase64(`Demonstração: comprovante fictício ${donationId}`)
}

/** The picture of a PIX code in the size that registration accepts. Base64. */
export async function codePicture(code: string): Promise<string> {
  const png = await sharp(await makeQrPng(code))
    .resize(360, 360, { kernel: 'nearest' })
    .png()
    .toBuffer()
  return png.toString('base64')
}
