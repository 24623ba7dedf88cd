import { crc16 } from './crc16.ts'
import { PIX_KEY_LENGTH_MAX } from './pix-key.ts'

/**
 * The content of a static code. The key is canonical (`normalizePixKey`); the amount in centavos; without an amount
 * the payer types it.
 */
export type BrCode = {
  key: string
  name: string
  city: string
  amountCents?: number
  txid?: string
  description?: string
}

const GUI = 'br.gov.bcb.pix'
const TEMPLATE_LENGTH_MAX = 99
const AMOUNT_CENTS_MAX = 999_999_999_999

/**
 * A static PIX "copia e cola" (EMV QRCPS-MPM, Banco Central's Manual do BR Code). Name (25) and city (15) are folded
 * to ASCII and cut, never empty; the description gets the room the key leaves. A key, amount or txid no code can carry
 * is a bug: RangeError.
 */
export function makeBrCode({ key, name, city, amountCents, txid, description }: BrCode): string {
  if (key.length > PIX_KEY_LENGTH_MAX || !/^[\x21-\x7e]+$/.test(key))
    throw new RangeError('makeBrCode: the key is not canonical')
  if (txid !== undefined && !/^[A-Za-z0-9]{1,25}$/.test(txid))
    throw new RangeError('makeBrCode: the txid is not 1 to 25 letters and digits')
  const body = [
    field('00', '01'),
    field('26', accountOf(key, description)),
    field('52', '0000'),
    field('53', '986'),
    amountCents === undefined ? '' : field('54', amountText(amountCents)),
    field('58', 'BR'),
    field('59', fold(name, 25) || 'RECEBEDOR'),
    field('60', fold(city, 15) || 'BRASIL'),
    field('62', field('05', txid ?? '***')),
    '6304',
  ].join('')
  return body + crc16(body)
}

/**
 * The txid of a donation: its UUID's 128 bits in base 36, which always take 25 of a txid's 25 characters (36^24 <
 * 2^128 < 36^25), so two donations never share one.
 */
export function txidOf(donationId: string): string {
  const hex = donationId.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/i.test(hex)) throw new RangeError('txidOf: not a UUID')
  return BigInt(`0x${hex}`).toString(36).toUpperCase().padStart(25, '0')
}

/**
 * The code of exactly one donation: its receiver's key and name, its amount in reais, and its id as txid. Null when the
 * receiver has no key.
 */
export function donationCode(
  receiver: { readonly pixKey: string | null; readonly pixOwnerName: string | null; readonly name: string },
  { id, amount }: { readonly id: string; readonly amount: number },
): string | null {
  if (!receiver.pixKey) return null
  return makeBrCode({
    key: receiver.pixKey,
    name: receiver.pixOwnerName ?? receiver.name,
    city: 'BRASIL',
    amountCents: Math.round(amount * 100),
    txid: txidOf(id),
  })
}

function field(id: string, value: string): string {
  return `${id}${String(value.length).padStart(2, '0')}${value}`
}

function accountOf(key: string, description = ''): string {
  const required = field('00', GUI) + field('01', key)
  const note = fold(description, Math.max(0, TEMPLATE_LENGTH_MAX - required.length - 4))
  return note ? required + field('02', note) : required
}

function amountText(amountCents: number): string {
  if (!Number.isSafeInteger(amountCents) || amountCents < 1 || amountCents > AMOUNT_CENTS_MAX)
    throw new RangeError('makeBrCode: the amount is not a positive number of centavos')
  return `${Math.floor(amountCents / 100)}.${String(amountCents % 100).padStart(2, '0')}`
}

// Of printable ASCII, only what every bank's reader takes.
function fold(text: string, lengthMax: number): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\s+/g, ' ')
    .replace(/[^A-Za-z0-9 .-]/g, '')
    .replace(/ +/g, ' ')
  return plain.trim().slice(0, lengthMax).trim()
}
