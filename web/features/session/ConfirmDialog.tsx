import { Alert, Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, request } from '#web/api/client.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'

/** Asks for the password again before something that a forgotten open page must not be enough for. */
export default function ConfirmDialog({ onDone }: { onDone: (isThere: boolean) => void }) {
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request('POST /auth/confirm', { body: { password } }),
    onSuccess: () => onDone(true),
  })
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    // The form that waits behind this dialog must not be sent along with it.
    event.stopPropagation()
    if (password !== '' && !isPending) mutate()
  }
  return (
    <Modal
      opened
      onClose={() => !isPending && onDone(false)}
      title="Confirme que é você"
      centered
      zIndex={400}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text>Faz alguns minutos que você entrou. Para esta mudança, digite a sua senha mais uma vez.</Text>
          <PasswordInput
            data-autofocus
            label="Sua senha"
            value={password}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Mostrar a senha' }}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {error !== null && (
            <Alert color="red" role="alert">
              {failureText(error, 'Não foi possível confirmar')}
            </Alert>
          )}
          <DialogButtons>
            <Button variant="default" mih={44} onClick={() => onDone(false)} disabled={isPending}>
              Cancelar
            </Button>
            <Button type="submit" mih={44} disabled={password === '' || isPending}>
              {isPending ? 'Confirmando...' : 'Confirmar'}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
