import { Anchor, Badge, Button, Checkbox, Group, Paper, Text, Title } from '@mantine/core'
import { roleLabels, userStatusLabels } from '#contracts/labels.ts'
import { formatPhone, whatsappLink } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import type { Tone } from '#web/ui/StatusMark.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import type { User } from './api.ts'
import { isUnverified, nameOf } from './user-list.ts'
import { UserAvatar } from './UserAvatar.tsx'
import { VerificationStatus } from './VerificationStatus.tsx'

const GREETING = 'Olá! Aqui é a administração da Ciranda.'

export const statusTones = {
  PENDING: 'wait',
  ACTIVE: 'done',
  ACTIVE_PARTICIPANT: 'done',
  APPROVED: 'done',
  INACTIVE: 'over',
  SUSPENDED: 'bad',
} as const satisfies Record<User['status'], Tone>

export type UserAction = 'perfil' | 'editar' | 'aprovar' | 'suspender' | 'retirar' | 'reabrir'

/** The state of an account; a pending one says that the administration is to move. */
export function UserStatusMark({ status }: Pick<User, 'status'>) {
  const move = status === 'PENDING' ? ' · aguarda aprovação' : ''
  return (
    <StatusMark tone={statusTones[status]}>
      {userStatusLabels[status]}
      {move}
    </StatusMark>
  )
}

type Props = {
  readonly user: User
  readonly onAsk: (action: UserAction) => void
  /** Where several are approved together: whether this one is among them. */
  readonly choice?: { readonly isChosen: boolean; readonly onToggle: () => void } | undefined
  /** A line on what the list is filtered by. */
  readonly note?: string | undefined
}

/** One person of the circle, and what an administrator can do for them. */
export function UserCard({ user, onAsk, choice, note }: Props) {
  const name = nameOf(user)
  const whatsapp = whatsappLink(user, GREETING)
  return (
    <Paper withBorder p="md" radius="md" component="article" aria-label={name} className="user-card">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        {choice && (
          <Acting>
            <Checkbox mt={12} aria-label={`Selecionar ${name}`} checked={choice.isChosen} onChange={choice.onToggle} />
          </Acting>
        )}
        <UserAvatar user={user} />
        <div className="user-card-head">
          <Title order={2} size="h5" className="wrap-anywhere">
            {name}
          </Title>
          <Group gap={6} mt={4}>
            <Badge color={user.role === 'ADMIN' ? 'grape' : 'gray'} variant="light">
              {roleLabels[user.role]}
            </Badge>
            <UserStatusMark status={user.status} />
          </Group>
        </div>
      </Group>
      <div className="user-card-facts">
        <Text size="sm" className="wrap-anywhere">
          {user.email}
        </Text>
        <Group gap="xs">
          <Text size="sm" className="no-break">
            {user.phone ? formatPhone(user.phone) : 'Telefone não informado'}
          </Text>
          {whatsapp && (
            <Anchor size="sm" href={whatsapp} target="_blank" rel="noreferrer" aria-label={`WhatsApp de ${name}`}>
              WhatsApp
            </Anchor>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Cadastrado em {dayText(user.createdAt)}
        </Text>
      </div>
      <VerificationStatus user={user} />
      {note && (
        <Text size="sm" className="wrap-anywhere">
          {note}
        </Text>
      )}
      <Group gap="xs" mt="auto" className="user-card-actions">
        <Button variant="default" size="sm" onClick={() => onAsk('perfil')}>
          Ver Perfil
        </Button>
        <Acting>
          <Button variant="default" size="sm" onClick={() => onAsk('editar')}>
            Editar
          </Button>
          {isUnverified(user) && (
            <Button size="sm" onClick={() => onAsk('aprovar')}>
              Verificar
            </Button>
          )}
        </Acting>
      </Group>
    </Paper>
  )
}
