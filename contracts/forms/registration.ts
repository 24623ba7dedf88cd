import { z } from 'zod'
import { AGE_MIN, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '../limits.ts'
import { pixKeyTypes } from '../labels.ts'
import { ageOn, dayOf, isDay } from '../age.ts'
import { isValidBitcoinAddress, isValidUsdtAddress } from '../payment/crypto-address.ts'
import { isValidCpf, onlyDigits } from '../payment/documents.ts'
import { checkPastedCode } from '../payment/matches.ts'
import { normalizePixKey } from '../payment/pix-key.ts'

// The four steps of the specification, sections 2 and 5, word for word. The same shapes validate the form step by step and the call whole.

const REQUIRED = 'Por favor, preencha todos os campos obrigatórios'
const REQUIRED_BANK = 'Por favor, preencha todos os campos bancários obrigatórios'

const required = (message: string, max = 200) => z.string(message).trim().min(1, message).max(max, 'Texto longo demais.')
const optional = (max: number) => z.string().trim().max(max, 'Texto longo demais.').nullish()
const digits = (message: string) => required(message, 40).transform(onlyDigits)
const image = z.string().max(1_000_000, 'Erro ao processar a imagem. Tente novamente.').nullish()

export const emailField = (message: string, missing = REQUIRED) => required(missing, 254).toLowerCase().pipe(z.email(message))

export const personalFields = {
  firstName: required(REQUIRED, 60),
  lastName: required(REQUIRED, 60),
  email: emailField('Por favor, insira um email válido'),
  phone: digits(REQUIRED).refine((value) => value.length === 11, 'Por favor, insira um telefone válido (11 dígitos)'),
  cpf: digits(REQUIRED).refine((value) => value.length === 11, 'CPF deve ter 11 dígitos').refine((value) => value.length !== 11 || isValidCpf(value), 'CPF inválido. Confira os números.'),
  birthDate: required(REQUIRED, 10).refine(isDay, 'Data inválida'),
}

export const bankFields = {
  cep: digits(REQUIRED_BANK).refine((value) => value.length === 8, 'CEP deve ter 8 dígitos'),
  address: required(REQUIRED_BANK, 200),
  addressNumber: required(REQUIRED_BANK, 20),
  bank: optional(60),
  agency: optional(20),
  account: optional(30),
  pixKeyType: z.enum(pixKeyTypes, REQUIRED_BANK),
  pixKey: required(REQUIRED_BANK, 100),
  pixOwnerName: required(REQUIRED_BANK, 120),
  pixCopyPaste: required(REQUIRED_BANK, 1024),
  pixQrCode: z.string(REQUIRED_BANK).min(1, REQUIRED_BANK).max(1_000_000, 'Erro ao processar a imagem. Tente novamente.'),
}

export const cryptoFields = {
  btcAddress: optional(100),
  btcQrCode: image,
  usdtAddress: optional(100),
  usdtQrCode: image,
}

export const passwordField = z
  .string('Por favor, preencha todos os campos')
  .min(1, 'Por favor, preencha todos os campos')
  .min(PASSWORD_LENGTH_MIN, `A senha deve ter pelo menos ${PASSWORD_LENGTH_MIN} caracteres`)
  .max(PASSWORD_LENGTH_MAX, `A senha deve ter no máximo ${PASSWORD_LENGTH_MAX} caracteres`)

type Issues = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void }

/** Of age by the real birthday, today in São Paulo. */
export function checkAge({ birthDate }: { birthDate: string }, context: Issues, today = dayOf(Date.now())): void {
  const message = `Você deve ter pelo menos ${AGE_MIN} anos para se cadastrar`
  if (isDay(birthDate) && (ageOn(birthDate, today) < AGE_MIN || birthDate < '1900-01-01')) context.addIssue({ code: 'custom', path: ['birthDate'], message })
}

type Pix = { pixKeyType: (typeof pixKeyTypes)[number]; pixKey: string; pixCopyPaste?: string | null | undefined }

/** The key fits its declared type, and a pasted code pays to that very key. */
export function checkPix({ pixKeyType, pixKey, pixCopyPaste }: Pix, context: Issues): void {
  const normalized = normalizePixKey(pixKeyType, pixKey)
  if (!normalized.ok) return context.addIssue({ code: 'custom', path: ['pixKey'], message: normalized.message })
  const mismatch = pixCopyPaste ? checkPastedCode(pixCopyPaste, { type: pixKeyType, key: normalized.key }) : null
  if (mismatch) context.addIssue({ code: 'custom', path: ['pixCopyPaste'], message: mismatch })
}

/** Addresses are optional, and checked where given. */
export function checkCrypto({ btcAddress, usdtAddress }: { btcAddress?: string | null | undefined; usdtAddress?: string | null | undefined }, context: Issues): void {
  if (btcAddress && !isValidBitcoinAddress(btcAddress)) context.addIssue({ code: 'custom', path: ['btcAddress'], message: 'Endereço Bitcoin inválido' })
  if (usdtAddress && !isValidUsdtAddress(usdtAddress)) context.addIssue({ code: 'custom', path: ['usdtAddress'], message: 'Endereço USDT inválido' })
}

export const personalStep = z.strictObject(personalFields).superRefine((value, context) => checkAge(value, context))
export const bankStep = z.strictObject(bankFields).superRefine((value, context) => checkPix(value, context))
export const cryptoStep = z
  .strictObject({ ...cryptoFields, password: passwordField, confirmPassword: z.string('Por favor, preencha todos os campos').min(1, 'Por favor, preencha todos os campos') })
  .superRefine((value, context) => {
    if (value.password !== value.confirmPassword) context.addIssue({ code: 'custom', path: ['confirmPassword'], message: 'As senhas não coincidem' })
    checkCrypto(value, context)
  })
export const termsStep = z.strictObject({ termsAccepted: z.literal(true, 'Você deve aceitar os termos e condições') })

/** What the call takes: the four steps but for the confirmation and the box, and the version of the terms that was shown. */
export const registrationBody = z
  .strictObject({
    ...personalFields,
    ...bankFields,
    ...cryptoFields,
    password: passwordField,
    avatar: z.string().max(100).optional(),
    terms_version: z.string().max(100).optional(),
  })
  .superRefine((value, context) => {
    checkAge(value, context)
    checkPix(value, context)
    checkCrypto(value, context)
  })
  .transform((value) => ({ ...value, pixKey: canonicalKey(value) }))

function canonicalKey({ pixKeyType, pixKey }: Pix): string {
  const normalized = normalizePixKey(pixKeyType, pixKey)
  return normalized.ok ? normalized.key : pixKey
}
