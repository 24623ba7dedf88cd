import { checkPastedCode, checkQrText } from '#contracts/payment/matches.ts'
import { decodeQr } from '#server/files/qr-image.ts'
import type { Services } from '#server/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Personal } from './personal.ts'

export type CodeImages = {
  readonly pixQrSha256?: string | null
  readonly btcQrSha256?: string | null
  readonly usdtQrSha256?: string | null
}

/**
 * Checks that a person's pasted PIX code and QR pictures match the keys and addresses beside them, so that scanning
 * pays the same destination as the text. It checks the pictures as they are stored. Refuses with a message for the
 * field that differs.
 */
export async function ensureCodesMatch(
  { files }: Pick<Services, 'files'>,
  personal: Personal,
  images: CodeImages,
): Promise<void> {
  const textOf = async (sha256: string) => {
    const bytes = await files.read(sha256)
    return bytes ? decodeQr(bytes) : null
  }
  const fields: Record<string, string> = {}
  const { pixKeyType, pixKey, pixCopyPaste, btcAddress, usdtAddress } = personal
  if (pixKeyType !== null && pixKey !== null) {
    const typed = { type: pixKeyType, key: pixKey }
    note('pixCopyPaste', pixCopyPaste ? checkPastedCode(pixCopyPaste, typed) : null)
    if (images.pixQrSha256) note('pixQrCode', checkQrText(await textOf(images.pixQrSha256), typed))
  }
  if (images.btcQrSha256) note('btcQrCode', checkAddress(await textOf(images.btcQrSha256), btcAddress, 'Bitcoin'))
  if (images.usdtQrSha256) note('usdtQrCode', checkAddress(await textOf(images.usdtQrSha256), usdtAddress, 'USDT'))
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
