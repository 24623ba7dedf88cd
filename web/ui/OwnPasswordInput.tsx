import { PasswordInput } from '@mantine/core'

type Props = { readonly value: string; readonly onChange: (password: string) => void }

/** The field in which somebody shows by their password that they are there; in a dialog it has the focus. */
export function OwnPasswordInput({ value, onChange }: Props) {
  return (
    <PasswordInput
      data-autofocus
      label="Sua senha"
      value={value}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': 'Mostrar a senha' }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
