import { SimpleGrid, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { asksLittle } from '#contracts/asks-little.ts'
import { pixKeyTypeLabels } from '#contracts/labels.ts'
import type { PixKeyType } from '#contracts/labels.ts'
import { fieldsOf, profileField } from '#contracts/profile-fields.ts'
import type { ImageField, ProfileField, TextField } from '#contracts/profile-fields.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { ProfileInput } from '#web/ui/ProfileInput.tsx'
import type { User } from './api.ts'
import { CopyText } from './CopyText.tsx'
import type { EditableImage, EditErrors, EditValues } from './edit-form.ts'
import { PictureField } from './PictureField.tsx'
import { sectionsOf } from './sections.ts'
import { banks } from '#contracts/banks.ts'

export type FieldsProps = {
  readonly present: User
  readonly values: EditValues
  readonly errors: EditErrors
  readonly change: (patch: Partial<EditValues>) => void
}

/** Every field of the profile that the circle asks for, in the sections that the profile itself has. */
export function ProfileFields(props: FieldsProps) {
  const { data: circle } = useQuery(circleQuery)
  const unasked = circle && asksLittle(circle) ? (['bank', 'crypto'] as const) : []
  return sectionsOf(props.present, unasked).map(({ title, groups }) => (
    <Section key={title} title={title}>
      {fieldsOf(...groups).map((name) =>
        profileField(name).input === 'image' ? (
          <Picture key={name} {...props} label={profileField(name).label} name={name as ImageField} />
        ) : (
          <Field key={name} {...props} name={name as TextField} />
        ),
      )}
      {groups.includes('personal') && <Picture {...props} label="Foto" name="avatar" />}
    </Section>
  ))
}

const COPIED_INPUTS: readonly string[] = ['email', 'tel', 'digits', 'pix-key', 'long-text']

function Field({ name, values, errors, change }: FieldsProps & { name: TextField }) {
  const { input, phrase, storage } = profileField(name)
  const value = values[name]
  const isCopied = value !== '' && (COPIED_INPUTS.includes(input) || (input === 'text' && storage === 'sealed'))
  const choices = optionsOf(name, value)
  return (
    <ProfileInput
      name={name}
      value={value}
      error={errors[name]}
      onChange={(text) => change({ [name]: text })}
      {...(choices ? { options: choices } : {})}
      {...(isCopied && !choices ? { rightSection: <CopyText value={value} what={phrase} /> } : {})}
    />
  )
}

const keyTypes = ['email', 'cpf', 'phone', 'random'] as const satisfies readonly PixKeyType[]
const NONE = { value: '', label: 'Nenhum' }

/** The options of a select field. A stored bank that is no longer in the list is kept as an option. */
function optionsOf(name: ProfileField, value: string) {
  if (name === 'bank') {
    const known = value === '' || (banks as readonly string[]).includes(value) ? banks : [value, ...banks]
    return [NONE, ...known.map((bank) => ({ value: bank, label: bank }))]
  }
  if (name !== 'pixKeyType') return null
  return [...(value === '' ? [NONE] : []), ...keyTypes.map((type) => ({ value: type, label: pixKeyTypeLabels[type] }))]
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h6" mb="xs">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} className="user-fields">
        {children}
      </SimpleGrid>
    </section>
  )
}

function Picture({
  label,
  name,
  present,
  values,
  errors,
  change,
}: FieldsProps & { label: string; name: EditableImage }) {
  const image = present[name]
  return (
    <PictureField
      label={label}
      present={image}
      value={values[name]}
      error={errors[name]}
      isFace={name === 'avatar'}
      onChange={(value) => change({ [name]: value })}
    />
  )
}
