import { Alert, Button, Text } from '@mantine/core'
import { failureText } from '#web/api/client.ts'
import { useSendRecoveryCode } from './api.ts'
import type { User } from './api.ts'

/** Sends a person the code with which they choose a password by themselves, so that no password is passed around. */
export function RecoveryCode({ user }: { user: User }) {
  const { mutate, isPending, isSuccess, error } = useSendRecoveryCode()
  return (
    <div>
      <Text size="sm" c="dimmed" mb="xs">
        A pessoa esqueceu a senha? Com um código enviado a {user.email} ela mesma escolhe outra, e ninguém mais a
        conhece.
      </Text>
      <Button variant="light" mih={44} onClick={() => mutate(user.id)} disabled={isPending || isSuccess}>
        {isPending ? 'Enviando...' : 'Enviar código de recuperação'}
      </Button>
      <div role="status">
        {isSuccess && (
          <Text size="sm" mt="xs">
            Código enviado. Ele vale por uma hora.
          </Text>
        )}
      </div>
      {error !== null && (
        <Alert color="red" role="alert" mt="xs">
          {failureText(error, 'Não foi possível enviar o código')}
        </Alert>
      )}
    </div>
  )
}
