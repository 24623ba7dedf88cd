import './queue.css'
import { Badge, Button, Paper, Title } from '@mantine/core'
import { formatPhone, whatsappLink } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import type { QueueEntry } from './api.ts'
import { nameOf, positionText } from './people.ts'

type Props = { readonly entry: QueueEntry; readonly onDetails: () => void; readonly onRemove: () => void }

/** A place of the queue with its member. The article is the place, so it is named by its position. */
export function QueueCard({ entry, onDetails, onRemove }: Props) {
  const { user, position, passed_user_ids: passed } = entry
  const name = nameOf(user)
  const whatsapp = whatsappLink(user)
  return (
    <Paper withBorder p="md" radius="md" component="article" aria-label={`Posição ${positionText(position)}`} className="queue-card">
      <div style={{ minWidth: 0 }}>
        <div className="queue-card-head">
          <span className="queue-position">{positionText(position)}</span>
          <Title order={2} size="h5" className="wrap-anywhere">
            {name}
          </Title>
          <Badge color={entry.is_receiver ? 'sol' : 'mata'} variant="light">
            {entry.is_receiver ? 'RECEPTOR' : 'ATIVO'}
          </Badge>
        </div>
        <div className="queue-card-facts">
          <span>{user.email}</span>
          {user.phone && <span>{formatPhone(user.phone)}</span>}
          <span>Adicionado em {dayText(entry.created_at)}</span>
          {passed.length > 0 && <span>{passed.length} usuário(s) passaram</span>}
        </div>
      </div>
      <div className="queue-card-actions">
        {whatsapp && (
          <Button component="a" href={whatsapp} target="_blank" rel="noreferrer" variant="subtle" aria-label={`WhatsApp de ${name}`}>
            WhatsApp
          </Button>
        )}
        <Button variant="default" onClick={onDetails} aria-label={`Ver ${name}`}>
          Ver
        </Button>
        <Button variant="light" color="red" onClick={onRemove} aria-label={`Remover ${name}`}>
          Remover
        </Button>
      </div>
    </Paper>
  )
}
