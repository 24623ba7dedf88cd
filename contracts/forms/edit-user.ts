import { z } from 'zod'
import { userStatuses } from '../labels.ts'
import { canonicalKey, checkCrypto, checkPix, passwordField } from './registration.ts'
import { bankFields, cryptoFields, imageField, personalFields } from './profile-schemas.ts'

const { pixQrCode: _, ...bank } = bankFields

// The specification's form sends the chosen date plus midnight UTC; the day is what is meant.
const birthDate = z
  .string()
  .transform((text) => text.replace(/T00:00:00(\.000)?Z$/, ''))
  .pipe(personalFields.birthDate)

const newPassword = z.string().superRefine((text, context) => {
  const found = text === '' ? null : passwordField.safeParse(text)
  if (found?.error) context.addIssue({ code: 'custom', message: found.error.issues[0]!.message })
})

const KEY_WITHOUT_TYPE = 'Informe o tipo da chave PIX e a chave juntos.'

/**
 * The changes that an administrator may make to a person: absent fields stay, a blank password keeps the present one.
 * Read-only fields are unknown here, and refused.
 */
export const editUserForm = z
  .strictObject({
    ...z.strictObject({ ...personalFields, birthDate, ...bank }).partial().shape,
    ...cryptoFields,
    pixQrCode: imageField,
    avatar: imageField,
    status: z.enum(userStatuses).optional(),
    password: newPassword.optional(),
    /** The administrator's own present password, for a change of their own password or e-mail. */
    currentPassword: z.string().max(1024).optional(),
  })
  .superRefine((value, context) => {
    const { pixKeyType, pixKey, pixCopyPaste } = value
    if (pixKeyType && pixKey) checkPix({ pixKeyType, pixKey, pixCopyPaste }, context)
    // Either alone would leave a key that is not of its type.
    else if (pixKeyType ?? pixKey)
      context.addIssue({ code: 'custom', path: [pixKey ? 'pixKeyType' : 'pixKey'], message: KEY_WITHOUT_TYPE })
    checkCrypto(value, context)
  })
  .transform(({ pixKeyType, pixKey, ...rest }) =>
    pixKeyType && pixKey
      ? { ...rest, pixKeyType, pixKey: canonicalKey({ pixKeyType, pixKey }) }
      : { ...rest, pixKeyType, pixKey },
  )
