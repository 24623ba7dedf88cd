import { pixKeyTypeLabels, pixKeyTypes } from '#contracts/labels.ts'
import type { PixKeyType } from '#contracts/labels.ts'
import { profileField } from '#contracts/profile-fields.ts'
import type { ImageField as ImageName, ProfileField, TextField } from '#contracts/profile-fields.ts'
import { cpfMask, phoneMask } from '#web/text/masks.ts'
import { ProfileInput } from '#web/ui/ProfileInput.tsx'
import type { Registration } from './draft.ts'
import { ImageField } from './ImageField.tsx'
import type { FieldErrors } from './validate.ts'
import { banks } from '#contracts/banks.ts'

export type StepProps = {
  readonly values: Registration
  readonly errors: FieldErrors
  change(patch: Partial<Registration>): void
}

type TextName = { [K in keyof Registration]: Registration[K] extends string ? K : never }[keyof Registration]

export function inputProps({ values, errors, change }: StepProps, name: TextName) {
  return { name, value: values[name], error: errors[name], onChange: (value: string) => change({ [name]: value }) }
}

/** A key is masked by its declared type alone: eleven digits can be a phone as well as a CPF. */
const keyMasks: Readonly<Record<PixKeyType, (text: string) => string>> = {
  phone: phoneMask,
  cpf: cpfMask,
  email: (text) => text.trimStart(),
  random: (text) => text.trimStart(),
}

/**
 * The values that change together with a field: an empty PIX key follows the e-mail, and a key is masked by its type.
 */
function patchFor(values: Registration, name: TextField, value: string): Partial<Registration> {
  const isFollowing = values.pixKeyType === 'email' && (values.pixKey === '' || values.pixKey === values.email)
  if (name === 'email' && isFollowing) return { email: value, pixKey: value }
  if (name === 'pixKey') return { pixKey: keyMasks[values.pixKeyType](value) }
  return { [name]: value }
}

const options: Partial<Record<ProfileField, { value: string; label: string }[]>> = {
  bank: [{ value: '', label: 'Escolha (opcional)' }, ...banks.map((bank) => ({ value: bank, label: bank }))],
  pixKeyType: pixKeyTypes.map((type) => ({ value: type, label: pixKeyTypeLabels[type] })),
}

/**
 * The inputs of some profile fields, in the order of the table. `onField`: what a step does besides keeping the
 * value.
 */
export function Inputs({
  names,
  onField,
  ...props
}: StepProps & { names: readonly ProfileField[]; onField?: (name: ProfileField, value: string) => void }) {
  const { values, change } = props
  return names.map((name) => {
    const { label, input, isRequired = false, autoComplete } = profileField(name)
    if (input === 'image')
      return <ImageField key={name} {...inputProps(props, name as ImageName)} label={label} required={isRequired} />
    const choices = options[name]
    return (
      <ProfileInput
        key={name}
        {...inputProps(props, name as TextName)}
        name={name as TextField}
        isRequired={isRequired}
        {...(choices ? { options: choices } : {})}
        {...(autoComplete ? { autoComplete } : {})}
        onChange={(value) => {
          change(patchFor(values, name as TextField, value))
          onField?.(name, value)
        }}
      />
    )
  })
}
