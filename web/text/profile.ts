import { pixKeyTypeLabels } from '#contracts/labels.ts'
import type { PixKeyType } from '#contracts/labels.ts'
import { formatPhone } from '#contracts/payment/phones.ts'
import { profileField } from '#contracts/profile-fields.ts'
import type { FieldMask, TextField } from '#contracts/profile-fields.ts'
import { dayText } from './dates.ts'
import { cepMask, cpfMask, phoneMask } from './masks.ts'

const masks: Readonly<Record<FieldMask, (text: string) => string>> = { phone: phoneMask, cpf: cpfMask, cep: cepMask }

/** A field's text while it is typed: masked where the table of profile fields names a mask. */
export function maskedText(name: TextField, text: string): string {
  const { mask } = profileField(name)
  return mask ? masks[mask](text) : text
}

/** A field's stored value as screens show it, or null when there is none. */
export function profileText(name: TextField, value: string | null | undefined): string | null {
  if (!value) return null
  const { input, mask } = profileField(name)
  if (input === 'date') return dayText(value)
  if (input === 'pix-key-type') return pixKeyTypeLabels[value as PixKeyType]
  // A stored phone may be of another country or length, which the mask of the form would cut.
  if (mask === 'phone') return formatPhone(value)
  return maskedText(name, value)
}
