import { Checkbox, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { REMOVED_WITHOUT_NUMBER_MAX } from '#contracts/limits.ts'
import { removeFromQueue } from '../api.ts'
import type { QueueEntry } from '../api.ts'
import { bulkRemoveFailure, bulkRemoveGeneralFailure } from '../messages.ts'
import { nameOf, placesOfThose, positionText } from '../queue-list.ts'
import { BulkResult } from './BulkResult.tsx'
import type { Result } from './BulkResult.tsx'
import { BulkProgress } from '#web/ui/BulkProgress.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { SelectedPlaces } from './SelectedPlaces.tsx'
import { PlacePicker } from './PlacePicker.tsx'
import { QueueModal } from './QueueModal.tsx'
import { ReasonField, useBulkReason } from './ReasonField.tsx'
import { ReceiverNote } from './ReceiverNote.tsx'
import { say } from '#web/text/say.ts'
import { useBulkOperation } from '#web/ui/useBulkOperation.ts'
import { useSelection } from './useSelection.ts'

type Props = { readonly entries: readonly QueueEntry[]; readonly onClose: () => void }

/** Empties many places, one after the other: chosen, asked about, done, and told in full. */
export default function BulkRemoveDialog({ entries, onClose }: Props) {
  const { chosen, places, toggle, choose } = useSelection(entries, entries.length)
  const [asked, setAsked] = useState<readonly QueueEntry[] | null>(null)
  const { run, stop, isStopping, progress } = useBulkOperation<QueueEntry>(['queue'])
  const [isStarted, setStarted] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const [typed, setTyped] = useState('')
  const { reason, setReason, isMissing } = useBulkReason('Retirada em massa')
  if (result)
    return (
      <BulkResult
        title="Resultado da Remoção"
        doneLabel={say('Posições Removidas')}
        stoppedText={say('Você parou a operação. As posições já removidas continuam livres.')}
        result={result}
        onClose={onClose}
      />
    )
  if (!asked) {
    const all = entries.map((entry) => entry.id)
    return (
      <QueueModal title="Retirar em Massa" size="lg" onClose={onClose}>
        <Checkbox
          label={`Selecionar todas (${entries.length})`}
          checked={entries.length > 0 && places.length === entries.length}
          indeterminate={places.length > 0 && places.length < entries.length}
          disabled={entries.length === 0}
          onChange={() => choose(places.length === entries.length ? [] : all)}
        />
        <PlacePicker entries={entries} chosen={chosen} onToggle={toggle} />
        <DialogFooter
          onCancel={onClose}
          confirm={places.length === 0 ? 'Continuar' : `Continuar com ${places.length}`}
          isOff={places.length === 0}
          onConfirm={() => setAsked(placesOfThose(places, entries).toSorted((a, b) => a.position - b.position))}
        />
      </QueueModal>
    )
  }
  const needsNumber = asked.length > REMOVED_WITHOUT_NUMBER_MAX
  const start = async () => {
    setStarted(true)
    setResult(await removeAll(asked, run, reason))
  }
  return (
    <QueueModal title="Confirmar Retirada em Massa" onClose={onClose} isBusy={isStarted}>
      {progress ? (
        <BulkProgress
          doing="Removendo"
          at={progress.outcome.done + progress.outcome.failures.length + 1}
          total={progress.outcome.total}
          now={`${positionText(progress.next.position)} ${nameOf(progress.next.user)}`}
          isStopping={isStopping}
          onStop={stop}
        />
      ) : (
        <>
          <Text>{say`Remover ${asked.length} posição(ões) da fila? Os lugares ficam livres.`}</Text>
          <SelectedPlaces label="A remover" places={asked} />
          {asked.some((entry) => entry.is_receiver) && <ReceiverNote title={say('Entre elas há receptor ativo')} />}
          <ReasonField value={reason} onChange={setReason} isRequired />
          {needsNumber && (
            <TextInput
              label={`Para remover ${asked.length} de uma vez, digite o número ${asked.length}`}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <DialogFooter
            cancel="Voltar"
            onCancel={() => setAsked(null)}
            confirm={isStarted ? 'Removendo...' : 'Confirmar Remoção'}
            isDangerous
            isOff={isStarted || isMissing || (needsNumber && typed.trim() !== String(asked.length))}
            onConfirm={() => void start()}
          />
        </>
      )}
    </QueueModal>
  )
}

async function removeAll(
  places: readonly QueueEntry[],
  run: ReturnType<typeof useBulkOperation<QueueEntry>>['run'],
  reason: string,
): Promise<Result> {
  // The first place of somebody who has several takes the others along.
  const answers = new Map<string, ReturnType<typeof removeFromQueue>>()
  const act = ({ id, user_id: userId }: QueueEntry) => {
    const answer = answers.get(userId) ?? removeFromQueue(id, reason)
    answers.set(userId, answer)
    return answer
  }
  try {
    const { done, proposed, failures, wasStopped } = await run({ items: places, act, onFailure: 'go on' })
    const told = failures.map(({ item, error }) => ({ position: item.position, name: nameOf(item.user), error }))
    return {
      done,
      proposed,
      attempts: done + failures.length,
      error: told.length === 0 ? null : bulkRemoveFailure(done, told),
      note: null,
      wasStopped,
    }
  } catch (error) {
    return { done: 0, attempts: 0, error: bulkRemoveGeneralFailure(error), note: null, wasStopped: false }
  }
}
