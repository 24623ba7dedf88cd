import { onlyDigits } from './documents.ts'

const NATIONAL_DIGITS = 11

/**
 * The 11 digits (area code and mobile number) of a Brazilian phone however it is written: with a mask, with +55, 55 or
 * 0055, with the trunk 0. Null when it is none: specification section 5, 'telefone válido (11 dígitos)'.
 */
export function normalizePhone(raw: string): string | null {
  const digits = onlyDigits(raw)
  const international = /^\s*(\+|00)/.test(raw)
  const national = withoutTrunk(
    international ? afterCountryCode(digits.replace(/^00/, '')) : withoutCountryCode(digits),
  )
  return national.length === NATIONAL_DIGITS && !national.startsWith('0') ? national : null
}

/** The same for a mobile that was written without the ninth digit, which every one has had since 2016. */
export function normalizeMobile(raw: string): string | null {
  const phone = normalizePhone(raw)
  if (phone !== null) return phone
  const digits = onlyDigits(raw).replace(/^(00)?55(?=\d{10}$)/, '')
  return /^[1-9]\d[6-9]\d{7}$/.test(digits) ? `${digits.slice(0, 2)}9${digits.slice(2)}` : null
}

/** `(11) 98765-4321`; a text that is no such phone comes back as it is. */
export function formatPhone(raw: string): string {
  const phone = normalizePhone(raw)
  return phone === null ? raw : `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`
}

/**
 * The WhatsApp address of a member, or null when there is none to offer: the phone needs at least 10 digits, or else
 * the PIX key 10 to 13 (specification section 2). Country code 55 is put in front where missing.
 */
export function whatsappLink(
  contact: { phone: string | null; pixKey?: string | null },
  greeting?: string,
): string | null {
  const digits = contactDigits(contact)
  if (digits === null) return null
  const text = greeting ? `?text=${encodeURIComponent(greeting)}` : ''
  return `https://wa.me/${withCountryCode(digits)}${text}`
}

function contactDigits({ phone, pixKey }: { phone: string | null; pixKey?: string | null }): string | null {
  const ofPhone = onlyDigits(phone ?? '')
  if (ofPhone.length >= 10) return ofPhone
  // The digits of an e-mail or a random key would be somebody else's phone.
  if (!pixKey || /[a-z@]/i.test(pixKey)) return null
  const ofKey = onlyDigits(pixKey)
  return ofKey.length >= 10 && ofKey.length <= 13 ? ofKey : null
}

// 55 is an area code too (Santa Maria): it is the country's only in front of a whole national number.
function withCountryCode(digits: string): string {
  const national = digits.replace(/^0+/, '')
  return national.length >= 12 && national.startsWith('55') ? national : `55${national}`
}

function withoutCountryCode(digits: string): string {
  return digits.length > NATIONAL_DIGITS && digits.startsWith('55') ? digits.slice(2) : digits
}

function afterCountryCode(digits: string): string {
  return digits.startsWith('55') ? digits.slice(2) : ''
}

function withoutTrunk(digits: string): string {
  return digits.length === NATIONAL_DIGITS + 1 && digits.startsWith('0') ? digits.slice(1) : digits
}
