import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { profileField } from '#contracts/profile-fields.ts'
import type { TextField } from '#contracts/profile-fields.ts'
import { maskedText } from '#web/text/profile.ts'

type Props = {
  readonly name: TextField
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
  /** Marks what must be filled in; the edit form, where everything may stay as it is, marks nothing. */
  readonly isRequired?: boolean
  /** The choices of a field that is chosen from a list. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly rightSection?: ReactNode
  readonly autoComplete?: string
  /** Said below the label in place of what the table says. */
  readonly description?: string
}

/** The input of one profile field, as the table of profile fields describes it. */
export function ProfileInput({
  name,
  value,
  error,
  onChange,
  isRequired = false,
  options,
  rightSection,
  autoComplete,
  description = profileField(name).description,
}: Props) {
  const { label, input, placeholder } = profileField(name)
  const common = {
    name,
    label,
    value,
    error,
    withAsterisk: isRequired,
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange(maskedText(name, event.currentTarget.value)),
  }
  if (options) return <NativeSelect {...common} data={[...options]} />
  const text = {
    ...common,
    ...(placeholder ? { placeholder } : {}),
    ...(description ? { description } : {}),
    ...(rightSection ? { rightSection, rightSectionWidth: 84 } : {}),
  }
  if (input === 'long-text') return <Textarea {...text} autosize minRows={2} className="whole" />
  return (
    <TextInput
      {...text}
      type={input === 'email' || input === 'tel' || input === 'date' ? input : 'text'}
      {...(input === 'date' && value === '' ? { 'data-empty': true } : {})}
      {...(input === 'digits' ? { inputMode: 'numeric' as const } : {})}
      {...(autoComplete ? { autoComplete } : {})}
    />
  )
}
