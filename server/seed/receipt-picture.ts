import { makeQrBase64 } from '#server/files/qr-image.ts'

export { codePicture } from '#server/files/code-picture.ts'

/**
 * A picture that stands for a receipt in the demonstration: different for every donation, and visibly from no bank.
 * Base64.
 */
export function receiptPicture(donationId: string): Promise<string> {
  return makeQrBase64(`Demonstração: comprovante fictício ${donationId}`)
}
