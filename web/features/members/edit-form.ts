import { editUserForm } from '#contracts/forms/edit-user.ts'
import { validate } from '#contracts/validate.ts'
import type { BodySent } from '#contracts/contract.ts'
import type { User } from './api.ts'

// What the edit form holds, and what of it is sent: only what changed, so that two administrators do not undo each other.

export const textFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'cpf',
  'birthDate',
  'cep',
  'address',
  'addressNumber',
  'bank',
  'agency',
  'account',
  'pixKeyType',
  'pixKey',
  'pixOwnerName',
  'pixCopyPaste',
  'btcAddress',
  'usdtAddress',
  'status',
] as const
export const pictureFields = ['avatar', 'pixQrCode', 'btcQrCode', 'usdtQrCode'] as const

export type TextField = (typeof textFields)[number]
export type PictureField = (typeof pictureFields)[number]

/** Texts as typed. A picture is undefined while it stays, null when it is taken away, base64 when another was chosen. */
export type EditValues = Record<TextField | 'password', string> & Partial<Record<PictureField, string | null>>
export type EditErrors = Partial<Record<keyof EditValues, string>>
export type EditBody = BodySent<'PATCH /users/{id}'>

export function editValuesOf(user: User): EditValues {
  const texts = Object.fromEntries(textFields.map((field) => [field, user[field] ?? ''])) as Record<TextField, string>
  return { ...texts, password: '' }
}

/** What of the form differs from the person, as the call takes it; null when nothing does. */
export function changesOf(user: User, values: EditValues): EditBody | null {
  const before = editValuesOf(user)
  const texts: Record<string, string> = Object.fromEntries(
    textFields.filter((field) => values[field] !== before[field]).map((field) => [field, values[field]]),
  )
  // The specification's form sends the chosen date plus midnight UTC.
  if (texts['birthDate']) texts['birthDate'] = `${texts['birthDate']}T00:00:00.000Z`
  // A key means nothing without its type, and the code must pay to that very key.
  if ('pixKey' in texts || 'pixKeyType' in texts)
    Object.assign(texts, {
      pixKey: values.pixKey,
      pixKeyType: values.pixKeyType,
      ...(values.pixCopyPaste ? { pixCopyPaste: values.pixCopyPaste } : {}),
    })
  if ('pixCopyPaste' in texts && values.pixKey && values.pixKeyType)
    Object.assign(texts, { pixKey: values.pixKey, pixKeyType: values.pixKeyType })
  const pictures = Object.fromEntries(
    pictureFields.filter((field) => values[field] !== undefined).map((field) => [field, values[field]]),
  )
  const changed = { ...texts, ...pictures, ...(values.password ? { password: values.password } : {}) }
  return Object.keys(changed).length === 0 ? null : (changed as EditBody)
}

/** What the contract's form says of a change: null when it may be sent. */
export function editFaults(body: EditBody): { message: string; fields: EditErrors } | null {
  const checked = validate(editUserForm, body)
  return checked.ok ? null : { message: checked.message, fields: checked.fields as EditErrors }
}
