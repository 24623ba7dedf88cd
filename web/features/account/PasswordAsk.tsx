import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { OwnPasswordInput } from '#web/ui/OwnPasswordInput.tsx'

type Props = {
  readonly why: string
  readonly action: string
  readonly isPending: boolean
  readonly fault: string | null
  readonly onSubmit: (password: string) => void
  readonly onClose: () => void
}

/** Asks for one's own password before the account gets another way in. */
export function PasswordAsk({ why, action, isPending, fault, onSubmit, onClose }: Props) {
  const [password, setPassword] = useState('')
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (password !== '' && !isPending) onSubmit(password)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{why}</Text>
        <OwnPasswordInput value={password} onChange={setPassword} />
        {fault !== null && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <DialogButtons>
          <Button variant="default" mih={44} onClick={onClose} disabled={isPending}>
            Cancelar
          </Button>
          <Button type="submit" mih={44} disabled={password === '' || isPending}>
            {isPending ? 'Aguarde...' : action}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
