import '#web/api/no-eval.ts'
import type { BodySent } from '#contracts/contract.ts'
import { dayOf } from '#contracts/age.ts'
import { ageFault } from '#contracts/forms/registration.ts'
import { editUserForm } from '#contracts/forms/edit-user.ts'
import { imageFields, textFields } from '#contracts/profile-fields.ts'
import type { ImageField, TextField } from '#contracts/profile-fields.ts'
import { validate } from '#contracts/validate.ts'
import { missingFieldText } from '#web/text/missing-field.ts'
import { maskedText } from '#web/text/profile.ts'
import type { User } from './api.ts'

// The edit form sends only what changed, so that two administrators do not undo each other's work.

const editableTexts = [...textFields, 'status'] as const
const editableImages = ['avatar', ...imageFields] as const
export type EditableText = TextField | 'status'
export type EditableImage = ImageField | 'avatar'

/**
 * Texts as typed. A picture is undefined while it stays, null when it is taken away, base64 when another was chosen.
 */
export type EditValues = Record<EditableText | 'password' | 'currentPassword', string> &
  Partial<Record<EditableImage, string | null>>
export type EditErrors = Partial<Record<keyof EditValues, string>>
export type EditBody = BodySent<'PATCH /users/{id}'>

/** A person's data as the form shows it, masked like what is typed. */
export function editValuesOf(user: User): EditValues {
  const texts = Object.fromEntries(textFields.map((name) => [name, maskedText(name, user[name] ?? '')]))
  return { ...(texts as Record<TextField, string>), status: user.status, password: '', currentPassword: '' }
}

/** The changes to a person as the call takes them; null when nothing changed. */
export function changesOf(user: User, values: EditValues): EditBody | null {
  const before = editValuesOf(user)
  const texts: Record<string, string> = Object.fromEntries(
    editableTexts.filter((field) => values[field] !== before[field]).map((field) => [field, values[field]]),
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
    editableImages.filter((field) => values[field] !== undefined).map((field) => [field, values[field]]),
  )
  const changed = { ...texts, ...pictures, ...(values.password ? { password: values.password } : {}) }
  if (Object.keys(changed).length === 0) return null
  const { currentPassword } = values
  return { ...changed, ...(currentPassword ? { currentPassword } : {}) } as EditBody
}

/**
 * Validates a change with the contract's schema; null when it may be sent. Emptied fields get a message of their own.
 */
export function editFaults(body: EditBody): { message: string; fields: EditErrors } | null {
  const underAge = body.birthDate ? ageFault(body.birthDate.slice(0, 10), dayOf(Date.now())) : null
  if (underAge !== null) return { message: underAge, fields: { birthDate: underAge } }
  const checked = validate(editUserForm, body)
  if (checked.ok) return null
  const sent: Readonly<Record<string, unknown>> = body
  const fields = Object.entries(checked.fields).map(([name, message]) => [
    name,
    missingFieldText(name, sent[name]) ?? message,
  ])
  return { message: checked.message, fields: Object.fromEntries(fields) as EditErrors }
}
