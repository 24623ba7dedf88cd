import { Button, Modal, Stack, Text } from '@mantine/core'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { useApproveUser } from './api.ts'
import type { User } from './api.ts'
import { nameOf } from './user-list.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { say } from '#web/text/say.ts'

type Props = { readonly user: User; readonly onClose: () => void; readonly onApproved: (user: User) => void }

export function ApproveDialog({ user, onClose, onApproved }: Props) {
  const approve = useApproveUser()
  return (
    <Modal opened onClose={onClose} title="Confirmar Aprovação" centered>
      <Stack>
        <Text className="wrap-anywhere">
          Tem certeza de que deseja aprovar <b>{nameOf(user)}</b>?
        </Text>
        <Text size="sm" c="dimmed">
          {say(
            'A aprovação dá a esta pessoa acesso completo ao sistema. Ela passa a fazer parte do círculo e aguarda um lugar na fila.',
          )}
        </Text>
        <Refused error={approve.error} otherwise="Erro ao aprovar usuário" />
        <DialogButtons onCancel={onClose}>
          <Button disabled={approve.isPending} onClick={() => approve.mutate(user.id, { onSuccess: onApproved })}>
            {approve.isPending ? 'Aprovando...' : 'Confirmar Aprovação'}
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
