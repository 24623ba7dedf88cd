import { Alert, Button, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText, request } from '#web/api/client.ts'
import { accessKeysQuery } from './access-keys.ts'
import { canUsePasskeys } from './passkey-support.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { OwnPasswordInput } from '#web/ui/OwnPasswordInput.tsx'

/** Asks for the password again before something that a forgotten open page must not be enough for. */
export default function ConfirmDialog({ onDone }: { onDone: (isThere: boolean) => void }) {
  // Offered to whoever has one: the device's own question about a passkey that does not exist leads nowhere.
  const { data: keys } = useQuery(accessKeysQuery)
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => request('POST /auth/confirm', { body: { password } }),
    onSuccess: () => onDone(true),
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const { options } = await request('POST /auth/passkey/options')
      const { answerWithPasskey } = await import('./passkey.ts')
      const response = await answerWithPasskey(options)
      if (!response) throw new Error('declined')
      return request('POST /auth/confirm/passkey', { body: { response } })
    },
    onSuccess: () => onDone(true),
  })
  const fault = error ?? passkey.error
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    // The form that waits behind this dialog must not be sent along with it.
    event.stopPropagation()
    if (password !== '' && !isPending) mutate()
  }
  return (
    <Modal opened onClose={() => !isPending && onDone(false)} title="Confirme que é você" centered zIndex={400}>
      <form onSubmit={submit}>
        <Stack>
          <Text>Faz alguns minutos que você entrou. Para esta mudança, digite a sua senha mais uma vez.</Text>
          <OwnPasswordInput value={password} onChange={setPassword} />
          {fault !== null && (
            <Alert color="red" role="alert">
              {failureText(fault, 'Não foi possível confirmar')}
            </Alert>
          )}
          {canUsePasskeys() && keys !== undefined && keys.passkeys.length > 0 && (
            <Button
              variant="subtle"
              mih={44}
              onClick={() => passkey.mutate()}
              disabled={isPending || passkey.isPending}
            >
              Usar chave de acesso
            </Button>
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
