import { z } from 'zod'
import { AGE_MIN, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../limits.ts'
import type { pixKeyTypes } from '../labels.ts'
import { ageOn, isDay } from '../age.ts'
import { cryptoMessages, isValidBitcoinAddress, isValidUsdtAddress } from '../payment/crypto-address.ts'
import { checkPastedCode } from '../payment/matches.ts'
import { normalizePixKey } from '../payment/pix-key.ts'
import { isReservedName, nameMessages } from './person-name.ts'
import { missing } from './sentences.ts'
import { imageField, personalFields, bankFields, cryptoFields, profileSchemas } from './profile-schemas.ts'

// The four steps of the specification, sections 2 and 5, word for word. The same shapes validate the form step by step
// and the call whole. profile-fields.ts names the same fields for screens and storage, and does not compile without
// one of them.

/** 8 to 128 characters as people count them: an emoji is one, though a string holds it as two. */
export const passwordField = z
  .string(missing.password)
  .min(1, missing.password)
  .refine(
    (value) => characters(value) >= PASSWORD_LENGTH_MIN,
    `A senha deve ter pelo menos ${PASSWORD_LENGTH_MIN} caracteres`,
  )
  .refine(
    (value) => characters(value) <= PASSWORD_LENGTH_MAX,
    `A senha deve ter no máximo ${PASSWORD_LENGTH_MAX} caracteres`,
  )

const characters = (text: string) => [...text].length

type Issues = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void }

/**
 * The fault of a birth date on a given day (YYYY-MM-DD): under age by the actual birthday, or before 1900. Null when
 * it has none.
 */
export function ageFault(birthDate: string, today: string): string | null {
  if (!isDay(birthDate) || (ageOn(birthDate, today) >= AGE_MIN && birthDate >= '1900-01-01')) return null
  return `Você deve ter pelo menos ${AGE_MIN} anos para se cadastrar`
}

type Pix = { pixKeyType: (typeof pixKeyTypes)[number]; pixKey: string; pixCopyPaste?: string | null | undefined }

/** A person is not called as the circle itself is. */
export function checkName({ firstName, lastName }: { firstName: string; lastName: string }, context: Issues): void {
  if (isReservedName(firstName, lastName))
    context.addIssue({ code: 'custom', path: ['firstName'], message: nameMessages.reserved })
}

/** The key fits its declared type, and a pasted code pays to that very key. */
export function checkPix({ pixKeyType, pixKey, pixCopyPaste }: Pix, context: Issues): void {
  const normalized = normalizePixKey(pixKeyType, pixKey)
  if (!normalized.ok) return context.addIssue({ code: 'custom', path: ['pixKey'], message: normalized.message })
  const mismatch = pixCopyPaste ? checkPastedCode(pixCopyPaste, { type: pixKeyType, key: normalized.key }) : null
  if (mismatch) context.addIssue({ code: 'custom', path: ['pixCopyPaste'], message: mismatch })
}

/** Addresses are optional, and checked where given. */
export function checkCrypto(
  { btcAddress, usdtAddress }: { btcAddress?: string | null | undefined; usdtAddress?: string | null | undefined },
  context: Issues,
): void {
  if (btcAddress && !isValidBitcoinAddress(btcAddress))
    context.addIssue({ code: 'custom', path: ['btcAddress'], message: cryptoMessages.bitcoin })
  if (usdtAddress && !isValidUsdtAddress(usdtAddress))
    context.addIssue({ code: 'custom', path: ['usdtAddress'], message: cryptoMessages.usdt })
}

/**
 * The first step's schema for a given day: the form passes the device's day, and the server checks the age by its own
 * clock.
 */
export function personalStepOn(today: string) {
  return z.strictObject(personalFields).superRefine(({ firstName, lastName, birthDate }, context) => {
    checkName({ firstName, lastName }, context)
    const message = ageFault(birthDate, today)
    if (message !== null) context.addIssue({ code: 'custom', path: ['birthDate'], message })
  })
}

export const bankStep = z.strictObject(bankFields).superRefine((value, context) => checkPix(value, context))
export const cryptoStep = z
  .strictObject({
    ...cryptoFields,
    password: passwordField,
    confirmPassword: z.string(missing.password).min(1, missing.password),
  })
  .superRefine((value, context) => {
    if (value.password !== value.confirmPassword)
      context.addIssue({ code: 'custom', path: ['confirmPassword'], message: 'As senhas não coincidem' })
    checkCrypto(value, context)
  })
export const termsStep = z.strictObject({ termsAccepted: z.literal(true, 'Você deve aceitar os termos e condições') })

/**
 * The body of the call: the four steps without the confirmation and the checkbox, and the version of the terms that
 * was shown.
 */
export const registrationBody = z
  .strictObject({
    ...profileSchemas,
    password: passwordField,
    avatar: imageField,
    terms_version: z.string().max(100).optional(),
    /** The secret of the invitation that led here: the registration then joins its circle. */
    join_secret: z.string().max(100).optional(),
  })
  .superRefine((value, context) => {
    checkName(value, context)
    checkPix(value, context)
    checkCrypto(value, context)
  })
  .transform((value) => ({ ...value, pixKey: canonicalKey(value) }))

/** A key as the PIX system writes it; one that is none is refused elsewhere and stays as typed. */
export function canonicalKey({ pixKeyType, pixKey }: Pix): string {
  const normalized = normalizePixKey(pixKeyType, pixKey)
  return normalized.ok ? normalized.key : pixKey
}
