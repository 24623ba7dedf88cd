import { formatDocument, isValidCnpj, isValidCpf } from './documents.ts'
import { formatPhone, normalizePhone } from './phones.ts'

export const pixKeyTypes = ['phone', 'email', 'cpf', 'random'] as const
export type PixKeyType = (typeof pixKeyTypes)[number]

export type PixKeyResult = { ok: true; key: string } | { ok: false; message: string }

/** The longest key the PIX directory and a BR Code take. */
export const PIX_KEY_LENGTH_MAX = 77

/** The sentences of specification section 5, and three it has none for. */
export const pixKeyMessages = {
  phone: 'Chave PIX deve ser um telefone válido (11 dígitos)',
  email: 'Chave PIX deve ser um email válido',
  emailTooLong: `Chave PIX de email pode ter no máximo ${PIX_KEY_LENGTH_MAX} caracteres`,
  cpf: 'Chave PIX deve ser um CPF válido (11 dígitos)',
  cnpj: 'Chave PIX deve ser um CNPJ válido (14 dígitos)',
  random: 'Chave PIX aleatória deve ter 32 letras de A a F e números, como o seu banco a mostra',
} as const

/**
 * A typed key as the PIX system writes it, read by its declared type, for 11 digits can be a phone and a CPF: phone
 * `+5511987654321`, e-mail in lower case, CPF or CNPJ without mask, random key as a lower-case UUID.
 */
export function normalizePixKey(type: PixKeyType, raw: string): PixKeyResult {
  return readers[type](raw.trim())
}

/**
 * The types that a typed key may be of, most often one. Eleven bare digits can be a phone and a CPF; a mask or a country code says
 * which. None for a text that is no key yet.
 */
export function typesOfPixKey(typed: string): PixKeyType[] {
  const text = typed.trim()
  const only: PixKeyType | null = /^[+(]/.test(text) ? 'phone' : /^\d{3}\.\d{3}\.\d{3}-/.test(text) ? 'cpf' : null
  return pixKeyTypes.filter((type) => (only === null || type === only) && normalizePixKey(type, text).ok)
}

/** A canonical key as people read it; anything else comes back as it is. */
export function formatPixKey(type: PixKeyType, key: string): string {
  if (type === 'phone') return formatPhone(key)
  return type === 'cpf' ? formatDocument(key) : key
}

/** A canonical key as its owner recognizes it and nobody else can use it: 'm•••@exemplo.com', '•••.456.789-••'. */
export function maskPixKey(type: PixKeyType | null, key: string): string {
  const shown = type === null ? key : formatPixKey(type, key)
  if (shown.includes('@')) return shown.replace(/^(.)[^@]*/, '$1•••')
  if (type === 'phone') return shown.replace(/\d(?=(\D*\d){4})/g, '•')
  if (type === 'cpf') return shown.replace(/^[\dA-Z]{2,3}|[\dA-Z]{2}$/g, (part) => '•'.repeat(part.length))
  return `${shown.slice(0, 4)}••••${shown.slice(-4)}`
}

const readers: Record<PixKeyType, (text: string) => PixKeyResult> = {
  phone: readPhone,
  email: readEmail,
  cpf: readDocument,
  random: readRandom,
}

function readPhone(text: string): PixKeyResult {
  const phone = /^[0-9\s()+.-]+$/.test(text) ? normalizePhone(text) : null
  return phone === null ? { ok: false, message: pixKeyMessages.phone } : { ok: true, key: `+55${phone}` }
}

// The directory's own pattern: ASCII, the whole local part of RFC 5322 without quotes or %; here with a domain of two
// labels.
const emailShape =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

function readEmail(text: string): PixKeyResult {
  // Before the pattern, so that no text is long enough to keep it busy.
  if (text.length > PIX_KEY_LENGTH_MAX)
    return { ok: false, message: text.includes('@') ? pixKeyMessages.emailTooLong : pixKeyMessages.email }
  return emailShape.test(text) ? { ok: true, key: text.toLowerCase() } : { ok: false, message: pixKeyMessages.email }
}

function readDocument(text: string): PixKeyResult {
  const bare = text.replace(/[\s./-]/g, '').toUpperCase()
  if (isValidCpf(bare) || isValidCnpj(bare)) return { ok: true, key: bare }
  return { ok: false, message: bare.length === 14 ? pixKeyMessages.cnpj : pixKeyMessages.cpf }
}

const randomShape = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/

function readRandom(text: string): PixKeyResult {
  const groups = randomShape.exec(text.toLowerCase())
  return groups ? { ok: true, key: groups.slice(1).join('-') } : { ok: false, message: pixKeyMessages.random }
}
