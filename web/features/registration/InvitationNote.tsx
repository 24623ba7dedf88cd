import { Alert, Button, Stack, Text } from '@mantine/core'
import { failureText } from '#web/api/client.ts'
import type { useRegistration } from './useRegistration.ts'

type Props = ReturnType<typeof useRegistration>

/** Into which circle an invitation leads; or that it is over, and the way on without it. */
export function InvitationNote({ invitation, withoutInvitation }: Pick<Props, 'invitation' | 'withoutInvitation'>) {
  if (invitation?.error)
    return (
      <Alert color="red" role="alert" title={failureText(invitation.error, 'Não foi possível abrir o convite.')}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">O que você escreveu continua aqui. Com outro convite, abra o link novo nesta mesma aba.</Text>
          <Button size="compact-md" variant="default" mih={44} onClick={withoutInvitation}>
            Continuar sem convite
          </Button>
        </Stack>
      </Alert>
    )
  if (!invitation?.data) return null
  return (
    <Text size="sm" className="wrap-anywhere">
      Você se cadastra no círculo <b>{invitation.data.circle.name}</b>, pelo convite que recebeu.
    </Text>
  )
}
