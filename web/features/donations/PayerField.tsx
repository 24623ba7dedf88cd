import { Checkbox, Stack, TextInput } from '@mantine/core'

/** The field for the name of somebody else who paid; null while the donor paid. */
export function PayerField({ value, onChange }: { value: string | null; onChange: (value: string | null) => void }) {
  return (
    <Stack gap={4}>
      <Checkbox
        label="Outra pessoa pagou por mim"
        checked={value !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? '' : null)}
      />
      {value !== null && (
        <TextInput
          label="Nome de quem pagou"
          description="Como está no banco: quem recebe acha o pagamento no extrato por esse nome."
          maxLength={120}
          autoComplete="off"
          value={value}
          error={value !== '' && value.trim().length < 2 ? 'Escreva o nome de quem pagou.' : null}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}
