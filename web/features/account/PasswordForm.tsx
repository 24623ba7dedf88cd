import { Alert, PasswordInput, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { failureText } from '#web/api/client.ts'
import { useChangePassword } from './api.ts'
import { NewPasswordFields, newPasswordFault, noPassword } from './NewPasswordFields.tsx'

type Props = {
  readonly currentLabel: string
  readonly onChanged: () => void
  /** The buttons at the form's end, told whether the server is being asked. */
  readonly children: (isPending: boolean) => ReactNode
}

/** Asks for the present password and twice for a new one. */
export function PasswordForm({ currentLabel, onChanged, children }: Props) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState(noPassword)
  const [fault, setFault] = useState<string | null>(null)
  const { mutate, isPending, error } = useChangePassword()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const found = current === '' ? `Digite a ${currentLabel.toLowerCase()}` : newPasswordFault(next)
    setFault(found)
    if (found === null) mutate({ currentPassword: current, newPassword: next.password }, { onSuccess: onChanged })
  }
  const told = fault ?? (error === null ? null : failureText(error, 'Não foi possível trocar a senha'))
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput
          data-autofocus
          label={currentLabel}
          name="currentPassword"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha' }}
        />
        <NewPasswordFields value={next} onChange={setNext} />
        {told !== null && (
          <Alert color="red" role="alert">
            {told}
          </Alert>
        )}
        {children(isPending)}
      </Stack>
    </form>
  )
}
