import { checkPastedCode, checkQrText } from '#contracts/payment/matches.ts'
import type { StoredImage } from '#server/files/hold-images.ts'
import { decodeQr } from '#server/files/qr-image.ts'
import type { Services } from '#server/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Personal } from './personal.ts'

/** A code's picture: one that was sent just now, or the name of one that is stored. */
type CodeImage = StoredImage | string | null
export type CodeImages = {
  readonly pixQr?: CodeImage
  readonly btcQr?: CodeImage
  readonly usdtQr?: CodeImage
}

/**
 * Checks that a person's pasted PIX code and QR pictures match the keys and addresses beside them, so that scanning
 * pays the same destination as the text. It checks the pictures as they are stored, or will be. Refuses with a message for the
 * field that differs.
 */
export async function ensureCodesMatch(
  { files }: Pick<Services, 'files'>,
  personal: Personal,
  images: CodeImages,
): Promise<void> {
  const textOf = async (image: StoredImage | string) => {
    const bytes = typeof image === 'string' ? await files.read(image) : Buffer.from(image.bytes)
    return bytes ? decodeQr(bytes) : null
  }
  const fields: Record<string, string> = {}
  const { pixKeyType, pixKey, pixCopyPaste, btcAddress, usdtAddress } = personal
  if (pixKeyType !== null && pixKey !== null) {
    const typed = { type: pixKeyType, key: pixKey }
    note('pixCopyPaste', pixCopyPaste ? checkPastedCode(pixCopyPaste, typed) : null)
    if (images.pixQr) note('pixQrCode', checkQrText(await textOf(images.pixQr), typed))
  }
  if (images.btcQr) note('btcQrCode', checkAddress(await textOf(images.btcQr), btcAddress, 'Bitcoin'))
  if (images.usdtQr) note('usdtQrCode', checkAddress(await textOf(images.usdtQr), usdtAddress, 'USDT'))
  const [message] = Object.values(fields)
  if (message !== undefined) throw new Refusal('request.invalid', { message, fields })

  function note(field: string, fault: string | null): void {
    if (fault !== null) fields[field] = fault
  }
}

/**
 * Wallets write `bitcoin:address?amount=…` and the like. Case is ignored, because QR codes hold capitals in less space.
 */
function checkAddress(text: string | null, address: string | null, coin: string): string | null {
  if (text === null) return 'Não encontramos um QR Code nesta imagem. Envie a imagem gerada pela sua carteira.'
  if (!address) return `Informe também o endereço ${coin} deste QR Code.`
  const found = text
    .replace(/^[a-z]+:/i, '')
    .split(/[?@]/)[0]!
    .trim()
  return found.toLowerCase() === address.toLowerCase() ? null : `Este QR Code é de outro endereço ${coin}.`
}
