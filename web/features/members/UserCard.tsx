import { Anchor, Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import { memo } from 'react'
import { roleLabels, userStatusLabels } from '#contracts/labels.ts'
import { formatPhone, whatsappLink } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import { useIsOver, useIsRoda } from '#web/features/circle/roda.ts'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import type { Tone } from '#web/ui/StatusMark.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { say } from '#web/text/say.ts'
import type { User } from './api.ts'
import { CardTick } from './ticks.tsx'
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

export type UserAction = 'perfil' | 'editar' | 'aprovar' | 'suspender' | 'retirar' | 'reabrir' | 'ajuda'

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
  readonly onAsk: (action: UserAction, id: string) => void
  /** Where several are approved together. */
  readonly hasTicks: boolean
  /** A line on what the list is filtered by. */
  readonly note: string | undefined
}

type ListProps = Pick<Props, 'onAsk' | 'hasTicks'> & {
  readonly users: readonly User[]
  readonly noteOf: (id: string) => string | undefined
}

/** The people of a page, a card each. They are drawn when they change, not for a tick or a dialog over them. */
export const UserCards = memo(({ users, noteOf, onAsk, hasTicks }: ListProps) => (
  <div className="user-grid">
    {users.map((user) => (
      <UserCard key={user.id} user={user} onAsk={onAsk} hasTicks={hasTicks} note={noteOf(user.id)} />
    ))}
  </div>
))

/** One person of the circle, and what an administrator can do for them. */
function UserCard({ user, onAsk, hasTicks, note }: Props) {
  const name = nameOf(user)
  const whatsapp = whatsappLink(user, GREETING)
  const isRoda = useIsRoda()
  const isOver = useIsOver()
  // In a roda everybody is one of it, and whether somebody waits or was approved is said once.
  const isSaid = isRoda && (user.status === 'PENDING' || !isUnverified(user))
  return (
    <Paper withBorder p="md" component="article" aria-label={name} className="user-card">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        {hasTicks && (
          <Acting>
            <CardTick user={user} />
          </Acting>
        )}
        <UserAvatar user={user} />
        <div className="user-card-head">
          <Title order={2} size="h5" className="wrap-anywhere">
            {name}
          </Title>
          <Group gap={6} mt={4}>
            {(!isRoda || user.role === 'ADMIN') && (
              <Badge color={user.role === 'ADMIN' ? 'grape' : 'gray'} variant="light">
                {say(roleLabels[user.role])}
              </Badge>
            )}
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
      {!isSaid && <VerificationStatus user={user} />}
      {note && (
        <Text size="sm" className="wrap-anywhere">
          {note}
        </Text>
      )}
      <Group gap="xs" mt="auto" className="user-card-actions">
        <Button variant="default" size="sm" onClick={() => onAsk('perfil', user.id)}>
          Ver Perfil
        </Button>
        <Acting>
          <Button variant="default" size="sm" onClick={() => onAsk('editar', user.id)}>
            Editar
          </Button>
          {isUnverified(user) && !isOver && (
            <Button size="sm" onClick={() => onAsk('aprovar', user.id)}>
              Verificar
            </Button>
          )}
        </Acting>
      </Group>
    </Paper>
  )
}
