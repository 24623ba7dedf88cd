import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
import { outcomeOf, useSwapPositions } from '../api.ts'
import type { Ends, QueueEntry } from '../api.ts'
import { ENTRIES_INVALID, swapFailure } from '../messages.ts'
import { nameOf, positionText } from '../queue-list.ts'
import { DialogFooter, FailureAlert } from './DialogFooter.tsx'
import { PlacePicker } from './PlacePicker.tsx'
import { QueueModal } from './QueueModal.tsx'
import { useReason } from './ReasonField.tsx'
import { say } from '#web/text/say.ts'
import { useSelection } from './useSelection.ts'

type Pair = readonly [QueueEntry, QueueEntry]
type Props = Ends & { readonly entries: readonly QueueEntry[] }

/** Two members exchange places: exactly two are chosen, then asked about. */
export default function SwapDialog({ entries, onClose, onDone }: Props) {
  const { chosen, places, toggle } = useSelection(entries, 2)
  const [asked, setAsked] = useState<Pair | null>(null)
  if (asked)
    return (
      <Confirmation asked={asked} entries={entries} onBack={() => setAsked(null)} onClose={onClose} onDone={onDone} />
    )
  return (
    <QueueModal title={say('Trocar Posições')} size="lg" onClose={onClose}>
      <Text>{say`Escolha duas posições ocupadas. ${places.length} de 2 escolhidas.`}</Text>
      <PlacePicker entries={entries} chosen={chosen} onToggle={toggle} />
      <DialogFooter
        onCancel={onClose}
        confirm="Continuar"
        isOff={places.length !== 2}
        onConfirm={() => setAsked([places[0]!, places[1]!])}
      />
    </QueueModal>
  )
}

type ConfirmationProps = Props & { readonly asked: Pair; readonly onBack: () => void }

function Confirmation({ asked, entries, onBack, onClose, onDone }: ConfirmationProps) {
  const swap = useSwapPositions()
  const { because, field } = useReason()
  const [isGone, setGone] = useState(false)
  // As they stand now: another administrator may have moved one of them meanwhile.
  const current = asked.flatMap((each) => entries.find((entry) => entry.id === each.id) ?? [])
  const [first, second] = asked.map((each) => current.find((entry) => entry.id === each.id) ?? each) as [
    QueueEntry,
    QueueEntry,
  ]
  const confirm = () => {
    setGone(current.length < 2)
    if (current.length < 2) return
    const body = {
      firstUserId: first.user_id,
      secondUserId: second.user_id,
      donation_number: first.donation_number as 1 | 2 | 3,
      ...because,
    }
    swap.mutate(body, {
      onSuccess: (answer) =>
        onDone(outcomeOf(answer, say`${nameOf(first.user)} e ${nameOf(second.user)} trocaram de posição.`)),
    })
  }
  const message = isGone ? swapFailure(new Error(ENTRIES_INVALID)) : swap.error ? swapFailure(swap.error) : null
  return (
    <QueueModal title="Confirmar Troca" onClose={onClose} isBusy={swap.isPending}>
      <Text>{say('Trocar estas posições?')}</Text>
      <dl className="queue-facts">
        <Move entry={first} to={second.position} />
        <Move entry={second} to={first.position} />
      </dl>
      {first.is_receiver !== second.is_receiver && (
        <Alert color="sol" title={say('Uma delas é de um receptor ativo')}>
          {say(
            'A fila se reorganiza sozinha: o papel de receptor fica com a posição, e as doações ainda não pagas de quem sai dela ficam para outro receptor.',
          )}
        </Alert>
      )}
      {field}
      <FailureAlert message={message} />
      <DialogFooter
        cancel="Voltar"
        onCancel={onBack}
        confirm={swap.isPending ? 'Trocando...' : 'Confirmar Troca'}
        isOff={swap.isPending}
        onConfirm={confirm}
      />
    </QueueModal>
  )
}

function Move({ entry, to }: { entry: QueueEntry; to: number }) {
  return (
    <div>
      <dt>
        {positionText(entry.position)} → {positionText(to)}
      </dt>
      <dd>
        <b>{nameOf(entry.user)}</b>
      </dd>
    </div>
  )
}
