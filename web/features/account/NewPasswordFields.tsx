import { PasswordInput } from '@mantine/core'
import { PASSWORD_LENGTH_MIN } from '#contracts/limits.ts'

export type NewPassword = { readonly password: string; readonly repeated: string }

export const noPassword: NewPassword = { password: '', repeated: '' }

/** The fault of a new password that the form itself can see; null when it may be sent. */
export function newPasswordFault({ password, repeated }: NewPassword): string | null {
  if ([...password].length < PASSWORD_LENGTH_MIN) return `A senha deve ter pelo menos ${PASSWORD_LENGTH_MIN} caracteres`
  return password === repeated ? null : 'As senhas não coincidem'
}

type Props = { readonly value: NewPassword; readonly onChange: (value: NewPassword) => void }

/** A new password, typed twice. */
export function NewPasswordFields({ value, onChange }: Props) {
  const eye = { 'aria-label': 'Mostrar ou esconder a senha' }
  return (
    <>
      <PasswordInput
        label="Nova senha"
        name="newPassword"
        description={`Pelo menos ${PASSWORD_LENGTH_MIN} caracteres, que só você conheça`}
        autoComplete="new-password"
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        visibilityToggleButtonProps={eye}
      />
      <PasswordInput
        label="Repita a nova senha"
        name="repeated"
        autoComplete="new-password"
        value={value.repeated}
        onChange={(event) => onChange({ ...value, repeated: event.currentTarget.value })}
        visibilityToggleButtonProps={eye}
      />
    </>
  )
}
