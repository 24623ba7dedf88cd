import { makeQrPng } from '#server/files/qr-image.ts'

/** A picture that stands for a payment proof in the demonstration: different for every donation, and plainly no bank's. Base64. */
export async function receiptPicture(donationId: string): Promise<string> {
  const png = await makeQrPng(`Demonstração: comprovante fictício ${donationId}`)
  return png.toString('base64')
}
