import { Checkbox, Stack, TextInput } from '@mantine/core'
import type { Ref } from 'react'

type Props = {
  /** Null while the donor paid. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** It was to be sent: what is missing is said. */
  readonly isTried: boolean
  readonly ref: Ref<HTMLInputElement>
}

/** Whether the name of somebody else who paid is missing. */
export const lacksPayer = (value: string | null): boolean => value !== null && value.trim().length < 2

/** The field for the name of somebody else who paid. */
export function PayerField({ value, onChange, isTried, ref }: Props) {
  return (
    <Stack gap={4}>
      <Checkbox
        label="Outra pessoa pagou por mim"
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : null)}
      />
      {value !== null && (
        <TextInput
          ref={ref}
          label="Nome de quem pagou"
          description="Como está no banco: quem recebe acha o pagamento no extrato por esse nome."
          maxLength={120}
          autoComplete="off"
          value={value}
          error={(isTried || value !== '') && lacksPayer(value) ? 'Escreva o nome de quem pagou.' : null}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}
