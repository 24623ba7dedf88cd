import { TextInput } from '@mantine/core'
import { say } from '#web/text/say.ts'

export type Operator = { name: string; document: string; contact: string; dataProtectionContact: string }

export const emptyOperator: Operator = { name: '', document: '', contact: '', dataProtectionContact: '' }

export function isBlank(operator: Operator): boolean {
  return Object.values(operator).every((text) => text.trim() === '')
}

const labels: Readonly<Record<keyof Operator, { label: string; hint?: string }>> = {
  name: { label: 'Quem opera' },
  document: { label: 'CPF ou CNPJ de quem opera' },
  contact: { label: 'Contato', hint: 'Telefone ou e-mail' },
  dataProtectionContact: { label: 'Encarregado de dados (LGPD)', hint: 'Telefone ou e-mail' },
}

type Props = {
  readonly value: Operator
  /** By the names of the call's fields, `operator.name` and the others. */
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (operator: Operator) => void
}

/** The four facts that a real circle names on its terms. */
export function OperatorFields({ value, errors, onChange }: Props) {
  return (Object.keys(labels) as (keyof Operator)[]).map((field) => (
    <TextInput
      key={field}
      label={say(labels[field].label)}
      description={labels[field].hint ?? null}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      withAsterisk
      maxLength={120}
      value={value[field]}
      error={errors[`operator.${field}`]}
      onChange={(event) => onChange({ ...value, [field]: event.currentTarget.value })}
    />
  ))
}
