import './queue.css'
import { Anchor, Button, Paper, Title } from '@mantine/core'
import { useId } from 'react'
import { formatPhone, whatsappLink } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import { say } from '#web/text/say.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import type { QueueEntry } from './api.ts'
import { nameOf, passedText, positionText } from './queue-list.ts'
import { RoleBadge } from './RoleBadge.tsx'

type Props = {
  readonly entry: QueueEntry
  /** Which of its member's places it is, where they have several. */
  readonly share: string | null
  readonly onDetails: () => void
  readonly onRemove: (() => void) | null
}

/** A place of the queue with its member. The article is the place, so it is named by its position. */
export function QueueCard({ entry, share, onDetails, onRemove }: Props) {
  const { user, position, passed_user_ids: passed } = entry
  const nameId = useId()
  const whatsapp = whatsappLink(user)
  // In a roda the page is about the order; the rest is with the person, and in 'Ver'.
  const isRoda = useIsRoda()
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      aria-label={`${say('Posição')} ${positionText(position)}`}
      className="queue-card"
    >
      <div style={{ minWidth: 0 }}>
        <div className="queue-card-head">
          <span className="queue-position">{positionText(position)}</span>
          <RoleBadge entry={entry} />
        </div>
        <Title id={nameId} order={2} size="h5" className="wrap-anywhere">
          {nameOf(user)}
        </Title>
        <div className="queue-card-facts">
          {share && <span>{share}</span>}
          {!isRoda && <span>{user.email}</span>}
          {(user.phone || whatsapp) && (
            <span>
              {user.phone && <span className="no-break">{formatPhone(user.phone)}</span>}{' '}
              {whatsapp && (
                <Anchor fz="inherit" href={whatsapp} target="_blank" rel="noreferrer" aria-describedby={nameId}>
                  WhatsApp
                </Anchor>
              )}
            </span>
          )}
          {!isRoda && <span>Adicionado em {dayText(entry.created_at)}</span>}
          {passed.length > 0 && <span>{passedText(passed.length)}</span>}
        </div>
      </div>
      <div className="queue-card-actions">
        <Button variant="default" onClick={onDetails} aria-describedby={nameId}>
          Ver
        </Button>
        {onRemove && (
          <Acting>
            <Button variant="outline" color="red" onClick={onRemove} aria-describedby={nameId}>
              Remover
            </Button>
          </Acting>
        )}
      </div>
    </Paper>
  )
}
