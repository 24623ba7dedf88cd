import { crc16 } from './crc16.ts'

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
