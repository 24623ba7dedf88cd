import { Badge, Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isClosed, roleLabels } from '#contracts/labels.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { useIsOver } from '#web/features/circle/roda.ts'
import { NameFiscal } from '#web/features/circle/fiscals/NameFiscal.tsx'
import { dayText } from '#web/text/dates.ts'
import { standingQuery } from './api.ts'
import type { User } from './api.ts'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { isUnverified, nameOf } from './user-list.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { UserAvatar } from './UserAvatar.tsx'
import { UserStatusMark } from './UserCard.tsx'
import type { UserAction } from './UserCard.tsx'
import { isMember } from '#web/api/storage.ts'
import { say } from '#web/text/say.ts'
import { VerificationStatus } from './VerificationStatus.tsx'
import { PersonDetails, CircleDetails } from './PersonDetails.tsx'

type Props = { readonly user: User; readonly onClose: () => void; readonly onAsk: (action: UserAction) => void }

const closedLabels = {
  suspended: 'Conta suspensa',
  removed: 'Retirada do círculo',
  reinstated: 'Conta reaberta',
} as const

/** Everything an administrator may see of a person. */
export default function ProfileDialog({ user, onClose, onAsk }: Props) {
  const takesPart = user.role !== 'ADMIN' || user.takesPartIn !== undefined
  const { data: standings } = useQuery({ ...standingQuery, enabled: takesPart })
  const { closed = null, left = false } = standings?.get(user.id) ?? {}
  const { data: circle } = useQuery(circleQuery)
  const isOver = useIsOver()
  return (
    <Modal opened onClose={onClose} title="Perfil do Usuário" size="lg">
      <Stack gap="lg">
        <Group wrap="nowrap" align="center">
          <UserAvatar user={user} size={72} />
          <div style={{ minWidth: 0 }}>
            <Title order={3} size="h4" className="wrap-anywhere">
              {nameOf(user)}
            </Title>
            <Group gap={6} my={4}>
              <Badge variant="light" color="gray">
                {say(roleLabels[user.role])}
              </Badge>
              <UserStatusMark status={user.status} />
            </Group>
            <VerificationStatus user={user} />
          </div>
        </Group>
        <PersonDetails user={user} />
        <CircleDetails user={user} />
        {left && <Text size="sm">Saiu do círculo. A conta continua aberta para ler.</Text>}
        {/* A registration that was refused and then approved after all is not out any more. */}
        {closed && (closed.what === 'reinstated' || isClosed(user.status) || user.role === 'ADMIN') && (
          <Text size="sm" className="wrap-anywhere">
            {closedLabels[closed.what]} em {dayText(closed.at)}. Motivo: {closed.reason}
          </Text>
        )}
        <DialogButtons>
          {user.role !== 'ADMIN' && (
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} to="/admin/donations" search={{ por: 'pessoa', busca: user.id } as never} />
              )}
            >
              Ver doações
            </Button>
          )}
          <Acting>
            {takesPart && !isOver && (isClosed(user.status) || (left && circle?.plan.levels.length === 1)) && (
              <Button variant="default" onClick={() => onAsk('reabrir')}>
                {isClosed(user.status) ? 'Reabrir a conta' : 'Receber de volta'}
              </Button>
            )}
            {user.role !== 'ADMIN' && !isOver && !isClosed(user.status) && !left && (
              <Button variant="default" onClick={() => onAsk('suspender')}>
                Suspender
              </Button>
            )}
            {user.role !== 'ADMIN' && user.status !== 'INACTIVE' && (!isOver || isUnverified(user)) && (
              <Button variant="default" onClick={() => onAsk('retirar')}>
                {isUnverified(user) ? 'Recusar cadastro' : 'Retirar'}
              </Button>
            )}
            {isMember(user) && user.adminApproved && !isClosed(user.status) && !left && (
              <Button variant="default" onClick={() => onAsk('ajuda')}>
                Quem ajuda
              </Button>
            )}
            {isUnverified(user) && !isOver && <Button onClick={() => onAsk('aprovar')}>Verificar</Button>}
            <Button variant="default" onClick={() => onAsk('editar')}>
              Editar
            </Button>
          </Acting>
          {circle?.mode === 'real' &&
            !isOver &&
            user.role !== 'ADMIN' &&
            user.adminApproved &&
            !isClosed(user.status) &&
            !left && (
              <Acting>
                <NameFiscal memberId={user.id} name={nameOf(user)} />
              </Acting>
            )}
          <Button variant="default" onClick={onClose}>
            Fechar
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  )
}
