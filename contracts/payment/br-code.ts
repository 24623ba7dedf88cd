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

/** The content of a static code; amount null when the payer types it (none or zero), txid null when `***`. */
export type ReadBrCode = {
  ok: true
  key: string
  name: string
  city: string
  amountCents: number | null
  txid: string | null
  description: string | null
}

export type BrCodeFault = 'not_br_code' | 'incomplete' | 'wrong_check' | 'malformed' | 'dynamic'
export type BrCodeResult = ReadBrCode | { ok: false; fault: BrCodeFault; message: string }

export const brCodeMessages: Record<BrCodeFault, string> = {
  not_br_code: 'Isto não é um código PIX copia e cola.',
  incomplete: 'O código PIX está incompleto. Copie-o inteiro, do começo ao fim.',
  wrong_check: 'O código PIX está com erro: o dígito de verificação não confere. Copie-o de novo do seu banco.',
  malformed: 'O código PIX está fora do padrão do Banco Central. Gere outro no aplicativo do seu banco.',
  dynamic:
    'Este código PIX é dinâmico: vale para uma só cobrança. Gere no seu banco um código estático, com a sua chave.',
}

const LENGTH_MAX = 1024

/**
 * Reads a PIX "copia e cola" strictly: structure, mandatory fields and CRC (Banco Central's Manual do BR Code). Space
 * around it is forgiven; names longer than the manual's 25 and 15 are too, for banks write them. A code with a URL for
 * a key is `dynamic`.
 */
export function parseBrCode(text: string): BrCodeResult {
  const code = text.trim()
  if (!code.startsWith('000201') || code.length > LENGTH_MAX) return fault('not_br_code')
  if (!/6304[0-9A-Fa-f]{4}$/.test(code)) return fault('incomplete')
  if (crc16(code.slice(0, -4)) !== code.slice(-4).toUpperCase()) return fault('wrong_check')
  const fields = readFields(code)
  return fields && [...fields.keys()].at(-1) === '63' ? readCode(fields) : fault('malformed')
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

type Fields = ReadonlyMap<string, string>

function readCode(fields: Fields): BrCodeResult {
  const account = pixAccount(fields)
  const additional = readFields(fields.get('62') ?? '')
  const amountCents = readAmount(fields.get('54'))
  const [key, url, name, city] = [account?.get('01'), account?.get('25'), fields.get('59'), fields.get('60')]
  if (url !== undefined && key === undefined) return fault('dynamic')
  if (
    !account ||
    !additional ||
    !key ||
    url !== undefined ||
    !name ||
    !city ||
    amountCents === undefined ||
    !isReais(fields)
  )
    return fault('malformed')
  const txid = additional.get('05') ?? '***'
  return {
    ok: true,
    key,
    name,
    city,
    amountCents,
    txid: txid === '***' ? null : txid,
    description: account.get('02') ?? null,
  }
}

function isReais(fields: Fields): boolean {
  return (
    fields.has('52') &&
    fields.get('53') === '986' &&
    fields.get('58')?.toUpperCase() === 'BR' &&
    /^1[12]$/.test(fields.get('01') ?? '11')
  )
}

/** Any of the templates 26 to 51 may be the PIX one; the others belong to card schemes. */
function pixAccount(fields: Fields): Fields | null {
  for (let id = 26; id <= 51; id++) {
    const account = readFields(fields.get(String(id)) ?? '')
    if (account?.get('00')?.toLowerCase() === 'br.gov.bcb.pix') return account
  }
  return null
}

/** Centavos; null when the payer types the amount; undefined when it is no amount. */
function readAmount(text: string | undefined): number | null | undefined {
  if (text === undefined) return null
  const parts = /^([0-9]{1,10})(?:\.([0-9]{1,2}))?$/.exec(text)
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) || null : undefined
}

/** Id, length and value, one after another to the very end; an id only once. Null when it is not so. */
function readFields(text: string): Fields | null {
  const fields = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const head = text.slice(at, at + 4)
    const end = at + 4 + Number(head.slice(2))
    if (!/^[0-9]{4}$/.test(head) || end > text.length || fields.has(head.slice(0, 2))) return null
    fields.set(head.slice(0, 2), text.slice(at + 4, end))
    at = end
  }
  return fields
}

function fault(of: BrCodeFault): BrCodeResult {
  return { ok: false, fault: of, message: brCodeMessages[of] }
}
