import type { BodySent } from '#contracts/contract.ts'
import type { PixKeyType } from '#contracts/labels.ts'
import { imageFields, profileField, textFields } from '#contracts/profile-fields.ts'
import type { ProfileField } from '#contracts/profile-fields.ts'
import { phoneMask } from '#web/text/masks.ts'

/**
 * Everything the wizard asks for: every profile field as a text (images are base64 without prefix), and the account's
 * own.
 */
export type Registration = Record<Exclude<ProfileField, 'pixKeyType'>, string> & {
  pixKeyType: PixKeyType
  password: string
  confirmPassword: string
  termsAccepted: boolean
  /** Said in a roda's form, where an empty e-mail alone would be one that was forgotten. */
  hasNoEmail: boolean
  showsFirstName: boolean
}

const profileNames: readonly ProfileField[] = [...textFields, ...imageFields]

export const emptyRegistration: Registration = {
  ...(Object.fromEntries(profileNames.map((name) => [name, ''])) as Record<ProfileField, string>),
  pixKeyType: 'email',
  password: '',
  confirmPassword: '',
  termsAccepted: false,
  hasNoEmail: false,
  showsFirstName: false,
}

const KEY = 'registrationDraft'
const NEVER_KEPT = ['password', 'confirmPassword', 'termsAccepted'] as const

/** Keeps the work over a reload of this tab, never the password. */
export function saveDraft(values: Registration, step: number): void {
  const kept: Partial<Registration> = { ...values }
  for (const field of NEVER_KEPT) delete kept[field]
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ values: kept, step: Math.min(step, 3) }))
  } catch {
    // A full or forbidden storage costs the draft at a reload, not the registration.
  }
}

export function loadDraft(): { values: Registration; step: number } {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      values: Partial<Registration>
      step: number
    } | null
    if (kept) return { values: { ...emptyRegistration, ...kept.values }, step: kept.step }
  } catch {
    // An unreadable draft is treated like none.
  }
  return { values: emptyRegistration, step: 1 }
}

type Invited = {
  readonly firstName: string
  readonly lastName: string | null
  readonly email: string | null
  readonly phone: string | null
}

/** Begins the form with what an invitation knows of the person, where they have typed nothing else yet. */
export function beginDraft(invited: Invited, { isShort }: { readonly isShort: boolean }): void {
  const { values, step } = loadDraft()
  const known = {
    firstName: invited.firstName,
    lastName: invited.lastName,
    email: invited.email,
    phone: invited.phone && phoneMask(invited.phone),
  }
  // A typed e-mail fills an empty PIX key of the whole form, and so does this one. A roda guesses no key.
  const given = { ...known, pixKey: isShort ? null : known.email }
  const missing = Object.entries(given).filter(
    ([name, value]) => value !== null && values[name as keyof typeof given] === '',
  )
  saveDraft({ ...values, ...Object.fromEntries(missing) }, step)
}

export function clearDraft(): void {
  sessionStorage.removeItem(KEY)
}

/** The body of the call: without the confirmation and the box, optional fields left out when empty. */
export function registrationToSend(
  values: Registration,
  termsVersion: string | undefined,
  joinSecret: string | null = null,
): BodySent<'POST /auth/register'> {
  const filled = profileNames.filter((name) => profileField(name).isRequired || values[name] !== '')
  const profile = Object.fromEntries(filled.map((name) => [name, values[name]])) as Record<ProfileField, string>
  return {
    ...profile,
    pixKeyType: values.pixKeyType,
    password: values.password,
    ...(termsVersion ? { terms_version: termsVersion } : {}),
    ...(joinSecret === null ? {} : { join_secret: joinSecret }),
  }
}

/** The body of the call that a roda takes: the e-mail and what differs from the usual only where there is any. */
export function joiningToSend(
  values: Registration,
  termsVersion: string | undefined,
  joinSecret: string | null,
): BodySent<'POST /auth/join'> {
  const { firstName, lastName, cpf, birthDate, phone, pixKeyType, pixKey, password } = values
  const { email, pixOwnerName, pixCopyPaste, pixQrCode } = values
  const given = Object.entries({ email: values.hasNoEmail ? '' : email, pixOwnerName, pixCopyPaste, pixQrCode })
  return {
    firstName,
    lastName,
    cpf,
    birthDate,
    phone,
    pixKeyType,
    pixKey,
    password,
    ...Object.fromEntries(given.filter(([, text]) => text !== '')),
    shows_first_name: values.showsFirstName,
    ...(termsVersion ? { terms_version: termsVersion } : {}),
    ...(joinSecret === null ? {} : { join_secret: joinSecret }),
  }
}
