import './queue.css'
import { Badge, Button, Paper, Title } from '@mantine/core'
import { formatPhone } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import type { User } from './api.ts'
import { nameOf } from './queue-list.ts'
import { say } from '#web/text/say.ts'

/** Somebody who may have a place and has none yet. */
export function WaitingCard({ user, onAdd }: { user: User; onAdd: () => void }) {
  const name = nameOf(user)
  return (
    <Paper withBorder p="md" component="article" aria-label={name} className="queue-card">
      <div style={{ minWidth: 0 }}>
        <div className="queue-card-head">
          <Badge color="gray" variant="light">
            EM ESPERA
          </Badge>
        </div>
        <Title order={2} size="h5" className="wrap-anywhere">
          {name}
        </Title>
        <div className="queue-card-facts">
          <span>{say('Aguardando para entrar na fila')}</span>
          <span>{user.email}</span>
          {user.phone && <span className="no-break">{formatPhone(user.phone)}</span>}
          <span>Cadastrado em {dayText(user.createdAt)}</span>
        </div>
      </div>
      <div className="queue-card-actions">
        <Acting>
          <Button onClick={onAdd}>{say('Adicionar à Fila')}</Button>
        </Acting>
      </div>
    </Paper>
  )
}
