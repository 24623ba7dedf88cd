import { Alert, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import type { Ends, QueueEntry } from '../api.ts'
import { moved } from '../order.ts'
import { nameOf, positionText } from '../queue-list.ts'
import { OrderConfirmation } from './OrderConfirmation.tsx'
import type { Asked } from './OrderConfirmation.tsx'
import { QueueModal } from './QueueModal.tsx'
import { say } from '#web/text/say.ts'
import { useOrderDrag } from './useOrderDrag.ts'

type Props = Ends & { readonly entries: readonly QueueEntry[] }

/**
 * The order of a queue as a list. A line is taken by its handle, with the pointer or, on the keyboard, moved by the arrow
 * keys and let go with Enter; Escape puts it back. Receivers pass their role on from here.
 */
export default function OrderDialog({ entries, onClose, onDone }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [giver, setGiver] = useState<QueueEntry | null>(null)
  const { list, drag, handlersOf } = useOrderDrag(entries.length, (from, to) =>
    setAsked({ kind: 'reorder', entry: entries[from]!, position: entries[to]!.position }),
  )
  if (asked) return <OrderConfirmation asked={asked} onBack={() => setAsked(null)} onClose={onClose} onDone={onDone} />
  // Only the picture moves while a line is held: an element that moves in the page loses pointer and focus.
  const shown = drag ? moved(entries, drag.from, drag.to) : entries
  const places = new Map(shown.map(({ id }, index) => [id, index]))
  return (
    <QueueModal title={say('Ordem e receptor')} size="lg" onClose={onClose}>
      <Text size="sm">
        {giver
          ? `Escolha quem recebe no lugar de ${nameOf(giver.user)}.`
          : 'Arraste pela alça, ou use as setas do teclado sobre ela e Enter para soltar.'}
      </Text>
      <ol ref={list} className="order-list" aria-label="Ordem dos lugares">
        {entries.map((entry, index) => (
          <li key={entry.id} style={{ order: places.get(entry.id)! }} data-dragged={drag?.from === index || undefined}>
            <button
              type="button"
              className="order-handle"
              aria-label={`Mover ${nameOf(entry.user)}, ${places.get(entry.id)! + 1} de ${entries.length}`}
              {...handlersOf(index)}
            >
              ⠿
            </button>
            <span className="queue-position">{positionText(entries[places.get(entry.id)!]!.position)}</span>
            <span className="order-name wrap-anywhere">
              {nameOf(entry.user)}
              {entry.is_receiver && say(' · receptor')}
            </span>
            <RoleButtons entry={entry} giver={giver} onGive={setGiver} onAsk={setAsked} />
          </li>
        ))}
      </ol>
      <div role="status" className="only-heard">
        {drag && say`Posição ${drag.to + 1} de ${entries.length}`}
      </div>
      {entries.length === 0 && <Alert color="sol">Ninguém tem lugar.</Alert>}
      <DialogButtons>
        {giver && (
          <Button variant="default" onClick={() => setGiver(null)}>
            Voltar
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
      </DialogButtons>
    </QueueModal>
  )
}

type RoleProps = {
  readonly entry: QueueEntry
  /** The receiver for whom another is being chosen. */
  readonly giver: QueueEntry | null
  readonly onGive: (entry: QueueEntry) => void
  readonly onAsk: (asked: Asked) => void
}

/** Receivers pass their role on; while one does, the others can be chosen. */
function RoleButtons({ entry, giver, onGive, onAsk }: RoleProps) {
  if (entry.is_receiver === (giver !== null)) return null
  if (giver !== null)
    return (
      <Button size="compact-sm" variant="default" onClick={() => onAsk({ kind: 'set', entry, receiver: giver })}>
        Escolher
      </Button>
    )
  return (
    <span className="order-actions">
      <Button size="compact-sm" variant="default" onClick={() => onAsk({ kind: 'next', entry })}>
        Passar a vez
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => onGive(entry)}>
        {say('Trocar receptor')}
      </Button>
    </span>
  )
}
