import { Alert, Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { DialogButtons } from '#web/ui/DialogButtons.tsx'
import { failureText } from '#web/api/client.ts'
import { useNextReceiver, useReorder, useSetReceiver } from '../api.ts'
import type { QueueEntry } from '../api.ts'
import { dropIndex, moved } from '../order.ts'
import { nameOf, positionText } from '../queue-list.ts'
import { DialogFooter, FailureAlert } from './DialogFooter.tsx'
import { QueueModal } from './QueueModal.tsx'
import { useReason } from './ReasonField.tsx'
import { ReceiverNote } from './ReceiverNote.tsx'

type Props = {
  readonly entries: readonly QueueEntry[]
  readonly onClose: () => void
  readonly onDone: (notice: string) => void
}

/** A change that was chosen and is to be confirmed. */
type Asked =
  | { readonly kind: 'reorder'; readonly entry: QueueEntry; readonly position: number }
  | { readonly kind: 'next'; readonly entry: QueueEntry }
  | { readonly kind: 'set'; readonly entry: QueueEntry; readonly receiver: QueueEntry }

/**
 * The order of a queue as a list. A line is taken by its handle, with the pointer or, on the keyboard, moved by the arrow
 * keys and let go with Enter; Escape puts it back. Receivers pass their role on from here.
 */
export default function OrderDialog({ entries, onClose, onDone }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const [giver, setGiver] = useState<QueueEntry | null>(null)
  const list = useRef<HTMLOListElement>(null)
  if (asked) return <Confirmation asked={asked} onBack={() => setAsked(null)} onClose={onClose} onDone={onDone} />
  // Only the picture moves while a line is held: an element that moves in the page loses pointer and focus.
  const shown = drag ? moved(entries, drag.from, drag.to) : entries
  const places = new Map(shown.map(({ id }, index) => [id, index]))
  const drop = () => {
    if (drag && drag.from !== drag.to)
      setAsked({ kind: 'reorder', entry: entries[drag.from]!, position: entries[drag.to]!.position })
    setDrag(null)
  }
  const follow = (event: React.PointerEvent) => {
    if (!drag || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const rows = [...(list.current?.children ?? [])]
      .map((row) => row.getBoundingClientRect())
      .toSorted((a, b) => a.top - b.top)
    setDrag({ ...drag, to: dropIndex(rows, event.clientY) })
  }
  const press = (event: React.KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const from = drag?.from ?? index
    const to = drag?.to ?? index
    if (step !== 0) setDrag({ from, to: Math.min(entries.length - 1, Math.max(0, to + step)) })
    else if (event.key === 'Enter' && drag) drop()
    else if (event.key === 'Escape' && drag) setDrag(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <QueueModal title="Ordem e receptor" size="lg" onClose={onClose}>
      <Text size="sm">
        {giver
          ? `Escolha quem recebe no lugar de ${nameOf(giver.user)}.`
          : 'Arraste pela alça, ou use as setas do teclado sobre ela e Enter para soltar.'}
      </Text>
      <ol ref={list} className="order-list" aria-label="Ordem da fila">
        {entries.map((entry, index) => (
          <li key={entry.id} style={{ order: places.get(entry.id)! }} data-dragged={drag?.from === index || undefined}>
            <button
              type="button"
              className="order-handle"
              aria-label={`Mover ${nameOf(entry.user)}, ${places.get(entry.id)! + 1} de ${entries.length}`}
              onPointerDown={(event) => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setDrag({ from: index, to: index })
              }}
              onPointerMove={follow}
              onPointerUp={drop}
              onPointerCancel={() => setDrag(null)}
              onKeyDown={(event) => press(event, index)}
            >
              ⠿
            </button>
            <span className="queue-position">{positionText(entries[places.get(entry.id)!]!.position)}</span>
            <span className="order-name wrap-anywhere">
              {nameOf(entry.user)}
              {entry.is_receiver && ' · receptor'}
            </span>
            {giver === null && entry.is_receiver && (
              <span className="order-actions">
                <Button size="compact-sm" variant="default" onClick={() => setAsked({ kind: 'next', entry })}>
                  Passar a vez
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => setGiver(entry)}>
                  Trocar receptor
                </Button>
              </span>
            )}
            {giver !== null && !entry.is_receiver && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setAsked({ kind: 'set', entry, receiver: giver })}
              >
                Escolher
              </Button>
            )}
          </li>
        ))}
      </ol>
      <div role="status" className="order-live">
        {drag && `Posição ${drag.to + 1} de ${entries.length}`}
      </div>
      {entries.length === 0 && <Alert color="sol">A fila está vazia.</Alert>}
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

type ConfirmationProps = Omit<Props, 'entries'> & { readonly asked: Asked; readonly onBack: () => void }

function Confirmation({ asked, onBack, onClose, onDone }: ConfirmationProps) {
  const [reorder, next, set] = [useReorder(), useNextReceiver(), useSetReceiver()]
  const { because, field } = useReason()
  const name = nameOf(asked.entry.user)
  const done = (text: string) => ({ onSuccess: () => onDone(text) })
  const confirm = () => {
    if (asked.kind === 'reorder')
      reorder.mutate(
        { id: asked.entry.id, position: asked.position, ...because },
        done(`${name} foi para a ${positionText(asked.position)}.`),
      )
    else if (asked.kind === 'next') next.mutate({ id: asked.entry.id, ...because }, done(`${name} passou a vez.`))
    else set.mutate({ a: asked.receiver.id, b: asked.entry.id, ...because }, done(`${name} passou a ser receptor.`))
  }
  const isPending = reorder.isPending || next.isPending || set.isPending
  const error = reorder.error ?? next.error ?? set.error
  const question =
    asked.kind === 'reorder'
      ? `Mover ${name} da ${positionText(asked.entry.position)} para a ${positionText(asked.position)}? Quem está entre as duas anda um lugar.`
      : asked.kind === 'next'
        ? `${name} deixa de ser receptor, e a vez passa ao próximo da fila?`
        : `${name} passa a receber no lugar de ${nameOf(asked.receiver.user)}?`
  return (
    <QueueModal title="Confirmar mudança" onClose={onClose} isBusy={isPending}>
      <Text className="wrap-anywhere">{question}</Text>
      {(asked.kind !== 'reorder' || asked.entry.is_receiver) && <ReceiverNote title="Muda quem recebe" />}
      {field}
      <FailureAlert message={error ? failureText(error, 'Erro ao mudar a fila') : null} />
      <DialogFooter
        cancel="Voltar"
        onCancel={onBack}
        confirm={isPending ? 'Mudando...' : 'Confirmar'}
        isOff={isPending}
        onConfirm={confirm}
      />
    </QueueModal>
  )
}
