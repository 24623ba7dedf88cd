import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { userStatusLabels } from '#contracts/labels.ts'
import { formatPhone, whatsappLink } from '#contracts/payment/phones.ts'
import { dayText, momentText } from '#web/text/dates.ts'
import type { QueueEntry, User } from '../api.ts'
import { nameOf, positionText } from '../queue-list.ts'
import { RoleBadge } from '../RoleBadge.tsx'
import { QueueModal } from './QueueModal.tsx'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { say, speaksOfRoda } from '#web/text/say.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { Acting } from '#web/features/session/Acting.tsx'

type Props = {
  /** The place as it was when it was opened, and as it is now; it may be gone. */
  readonly opened: QueueEntry
  readonly current: QueueEntry | undefined
  readonly users: readonly User[]
  readonly onRemove: (entry: QueueEntry) => void
  readonly onClose: () => void
}

/** Everything about a place of the queue. */
export default function DetailsDialog({ opened, current, users, onRemove, onClose }: Props) {
  const { data: circle } = useQuery(circleQuery)
  const entry = current ?? opened
  const { user } = entry
  const whatsapp = whatsappLink(user)
  const byId = new Map(users.map((person) => [person.id, nameOf(person)]))
  const passed = entry.passed_user_ids.map((id) => byId.get(id) ?? 'Quem já saiu do círculo')
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Nome', nameOf(user)],
    [say('Posição'), positionText(entry.position)],
    ...(speaksOfRoda() ? [] : [['Fila', `N${entry.donation_number}`] as const]),
    ['Papel', <RoleBadge key="role" entry={entry} />],
    ['E-mail', user.email],
    [
      'Telefone',
      user.phone ? (
        <span key="phone" className="no-break">
          {formatPhone(user.phone)}
        </span>
      ) : (
        'Não informado'
      ),
    ],
    ['Situação', userStatusLabels[user.status]],
    ...(speaksOfRoda() ? [] : [['Nível atual', user.current_level] as const]),
    ['Adicionado em', dayText(entry.created_at)],
    ['Última mudança', momentText(entry.updated_at)],
    ['Passaram à frente', passed.length > 0 ? say`${passed.length} usuário(s): ${passed.join(', ')}` : 'Ninguém'],
  ]
  return (
    <QueueModal title={say('Detalhes da posição')} onClose={onClose}>
      {!current && (
        <Alert color="sol" role="alert">
          Este lugar não existe mais: foi removido enquanto você olhava.
        </Alert>
      )}
      <dl className="queue-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <DialogButtons>
        {whatsapp && (
          <Button component="a" href={whatsapp} target="_blank" rel="noreferrer" variant="subtle">
            WhatsApp
          </Button>
        )}
        <Acting>
          {current && !circle?.closed_at && (
            <Button variant="outline" color="red" onClick={() => onRemove(current)}>
              Remover
            </Button>
          )}
        </Acting>
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
      </DialogButtons>
    </QueueModal>
  )
}
