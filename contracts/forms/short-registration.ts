import { z } from 'zod'
import { normalizeMobile } from '../payment/phones.ts'
import { ageFault, canonicalKey, checkName, checkPix, passwordField } from './registration.ts'
import { missing } from './sentences.ts'
import { bankFields, imageField, personalFields } from './profile-schemas.ts'

const { firstName, lastName, cpf, email, birthDate } = personalFields
const { pixKeyType, pixKey, pixOwnerName, pixCopyPaste } = bankFields

/** A phone as people write it, also without the ninth digit, as the 11 digits of today. */
const phone = z
  .string(missing.personal)
  .min(1, missing.personal)
  .max(40, 'Texto longo demais.')
  .transform((typed, context) => {
    const digits = normalizeMobile(typed)
    if (digits !== null) return digits
    context.addIssue({ code: 'custom', message: 'Por favor, insira um telefone válido (11 dígitos)' })
    return z.NEVER
  })

/** Nothing typed and nothing sent are the same: the person has no e-mail, or takes what is made of the key. */
const absentWhenEmpty = <T extends z.ZodType>(field: T) =>
  z.preprocess((typed) => (typed === '' || typed === null ? undefined : typed), field.optional())

/** The fields that a roda asks for: who somebody is, how they are reached and paid, and nothing of where they live. */
export const shortFields = {
  firstName,
  lastName,
  cpf,
  birthDate,
  phone,
  email: absentWhenEmpty(email),
  pixKeyType,
  pixKey,
  /** The key is one's own where nothing is said. */
  pixOwnerName: absentWhenEmpty(pixOwnerName),
  /** Code and picture of the bank; those that are not sent are made of the key. */
  pixCopyPaste: absentWhenEmpty(pixCopyPaste),
  pixQrCode: imageField,
  password: passwordField,
}

type Issues = Parameters<typeof checkPix>[1]
type Checked = Parameters<typeof checkPix>[0] & { firstName: string; lastName: string }

function checkWhole(value: Checked, context: Issues): void {
  checkName(value, context)
  checkPix(value, context)
}

/** The form on a given day: the device's, and the server checks the age by its own clock. */
export function shortFormOn(today: string) {
  return z
    .strictObject({ ...shortFields, termsAccepted: z.literal(true, 'Você deve aceitar os termos e condições') })
    .superRefine((value, context) => {
      checkWhole(value, context)
      const message = ageFault(value.birthDate, today)
      if (message !== null) context.addIssue({ code: 'custom', path: ['birthDate'], message })
    })
}

/** The body of the call. */
export const shortRegistrationBody = z
  .strictObject({
    ...shortFields,
    /** Whether whoever is invited later may read this person's first name. */
    shows_first_name: z.boolean().default(false),
    terms_version: z.string().max(100).optional(),
    join_secret: z.string().max(100).optional(),
  })
  .superRefine(checkWhole)
  .transform((value) => ({ ...value, pixKey: canonicalKey(value) }))
