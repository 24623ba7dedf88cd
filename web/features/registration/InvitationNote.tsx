import { Alert, Button, Stack, Text } from '@mantine/core'
import { failureText } from '#web/api/client.ts'
import { isInvitationRefused } from '#web/features/circle/invitation.ts'
import type { useRegistration } from './useRegistration.ts'

type Props = Pick<ReturnType<typeof useRegistration>, 'invitation' | 'withoutInvitation'>

/** Into which circle an invitation leads; or that it is over. */
export function InvitationNote(props: Props) {
  const { invitation } = props
  if (isInvitationRefused(invitation?.error)) return <InvitationOver {...props} />
  if (!invitation?.data) return null
  return (
    <Text size="sm" className="wrap-anywhere">
      Você se cadastra no círculo <b>{invitation.data.circle.name}</b>, pelo convite que recebeu.
    </Text>
  )
}

/** That an invitation is over, and the way on without it, which gives it up: never where it merely could not be read again. */
export function InvitationOver({ invitation, withoutInvitation }: Props) {
  if (!isInvitationRefused(invitation?.error)) return null
  return (
    <Alert color="red" role="alert" title={failureText(invitation?.error, 'Não foi possível abrir o convite.')}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">O que você escreveu continua aqui. Com outro convite, abra o link novo nesta mesma aba.</Text>
        <Button size="compact-md" variant="default" mih={44} onClick={withoutInvitation}>
          Continuar sem convite
        </Button>
      </Stack>
    </Alert>
  )
}
