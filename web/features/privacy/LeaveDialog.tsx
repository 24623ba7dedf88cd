import { Alert, Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { failureText } from '#web/api/client.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { OwnPasswordInput } from '#web/ui/OwnPasswordInput.tsx'

type Props = {
  readonly title: string
  /** The word that must be typed, so that this is not done by accident. */
  readonly word: string
  readonly action: string
  readonly busy: string
  readonly work: { readonly isPending: boolean; readonly error: unknown }
  readonly onSubmit: (password: string) => void
  readonly onClose: () => void
  readonly fallback: string
  readonly children: ReactNode
}

/** Asks for the password and a typed word before an irreversible action. It stays open while the server works. */
export function LeaveDialog({
  title,
  word,
  action,
  busy,
  work: { isPending, error },
  onSubmit,
  onClose,
  fallback,
  children,
}: Props) {
  const [password, setPassword] = useState('')
  const [typed, setTyped] = useState('')
  const isReady = password !== '' && typed.trim().toUpperCase() === word
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (isReady && !isPending) onSubmit(password)
  }
  return (
    <Modal opened onClose={() => !isPending && onClose()} title={title} centered>
      <form onSubmit={submit}>
        <Stack>
          <Text>{children}</Text>
          <OwnPasswordInput value={password} onChange={setPassword} />
          <TextInput
            label={`Para confirmar, escreva ${word}`}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {error !== null && (
            <Alert color="red" role="alert">
              {failureText(error, fallback)}
            </Alert>
          )}
          <DialogButtons>
            <Button variant="default" mih={44} onClick={onClose} disabled={isPending}>
              Cancelar
            </Button>
            <Button type="submit" color="red" mih={44} disabled={!isReady || isPending}>
              {isPending ? busy : action}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
