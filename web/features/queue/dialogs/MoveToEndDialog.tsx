import { Text } from '@mantine/core'
import { useState } from 'react'
import { outcomeOf, useMoveToEnd } from '../api.ts'
import type { Ends, QueueEntry } from '../api.ts'
import { ENTRY_INVALID, moveToEndFailure } from '../messages.ts'
import { nameOf, positionText } from '../queue-list.ts'
import { DialogFooter, FailureAlert } from './DialogFooter.tsx'
import { PlacePicker } from './PlacePicker.tsx'
import { QueueModal } from './QueueModal.tsx'
import { useReason } from './ReasonField.tsx'
import { ReceiverNote } from './ReceiverNote.tsx'
import { useSelection } from './useSelection.ts'
import { say } from '#web/text/say.ts'

type Props = Ends & { readonly entries: readonly QueueEntry[] }

/** Sends one member behind everybody else: first the place is chosen, then asked about. */
export default function MoveToEndDialog({ entries, onClose, onDone }: Props) {
  const { chosen, places, toggle } = useSelection(entries, 1)
  const [asked, setAsked] = useState<QueueEntry | null>(null)
  if (asked)
    return (
      <Confirmation asked={asked} entries={entries} onBack={() => setAsked(null)} onClose={onClose} onDone={onDone} />
    )
  return (
    <QueueModal title="Mover para o Fim" size="lg" onClose={onClose}>
      <Text>{say('Escolha a posição de quem vai para o fim da fila.')}</Text>
      <PlacePicker entries={entries} chosen={chosen} onToggle={toggle} />
      <DialogFooter
        onCancel={onClose}
        confirm="Continuar"
        isOff={places.length !== 1}
        onConfirm={() => setAsked(places[0]!)}
      />
    </QueueModal>
  )
}

type ConfirmationProps = Props & { readonly asked: QueueEntry; readonly onBack: () => void }

function Confirmation({ asked, entries, onBack, onClose, onDone }: ConfirmationProps) {
  const move = useMoveToEnd()
  const { because, field } = useReason()
  const [isGone, setGone] = useState(false)
  const name = nameOf(asked.user)
  const current = entries.find((entry) => entry.id === asked.id)
  // All places of a member go there.
  const own = entries.filter(({ user_id: id }) => id === asked.user_id)
  const isLast = current !== undefined && entries.slice(-own.length).every((entry) => own.includes(entry))
  const [first = asked] = own
  const behind = entries.filter((entry) => entry.position > first.position && !own.includes(entry)).length
  const confirm = () => {
    setGone(!current)
    if (current)
      move.mutate(
        { user_id: current.user_id, donation_number: current.donation_number as 1 | 2 | 3, ...because },
        { onSuccess: (answer) => onDone(outcomeOf(answer, say`${name} foi para o fim da fila.`)) },
      )
  }
  const message = isGone ? moveToEndFailure(new Error(ENTRY_INVALID)) : move.error ? moveToEndFailure(move.error) : null
  return (
    <QueueModal title="Confirmar: Para o Fim" onClose={onClose} isBusy={move.isPending}>
      <Text className="wrap-anywhere">
        {isLast ? (
          <>
            <b>{name}</b> {say('já está no fim da fila.')}
          </>
        ) : (
          <>
            {own.length > 1 ? `Mover os ${own.length} lugares de` : 'Mover'} <b>{name}</b>{' '}
            {own.length > 1
              ? say`para o fim da fila? ${behind} usuário(s) passam à frente.`
              : say`da posição ${positionText(first.position)} para o fim da fila? ${behind} usuário(s) passam à frente.`}
          </>
        )}
      </Text>
      {own.some((entry) => entry.is_receiver) && !isLast && <ReceiverNote />}
      {!isLast && field}
      <FailureAlert message={message} />
      <DialogFooter
        cancel="Voltar"
        onCancel={onBack}
        confirm={move.isPending ? 'Movendo...' : 'Mover para o Fim'}
        isOff={move.isPending || isLast}
        onConfirm={confirm}
      />
    </QueueModal>
  )
}
