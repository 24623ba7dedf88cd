import { Text } from '@mantine/core'
import { outcomeOf, useRemoveFromQueue } from '../api.ts'
import type { Ends, QueueEntry } from '../api.ts'
import { removeFailure } from '../messages.ts'
import { nameOf, placesOfThose, positionText } from '../queue-list.ts'
import { DialogFooter, FailureAlert } from './DialogFooter.tsx'
import { QueueModal } from './QueueModal.tsx'
import { useReason } from './ReasonField.tsx'
import { say } from '#web/text/say.ts'
import { ReceiverNote } from './ReceiverNote.tsx'

type Props = Ends & { readonly entry: QueueEntry; readonly entries: readonly QueueEntry[] }

export default function RemoveDialog({ entry, entries, onClose, onDone }: Props) {
  const remove = useRemoveFromQueue()
  const { because, field } = useReason()
  const name = nameOf(entry.user)
  const position = positionText(entry.position)
  const own = placesOfThose([entry], entries)
  const isMany = own.length > 1
  const from = say`da posição ${position} da Fila N${entry.donation_number}?`
  return (
    <QueueModal title={say('Remover da Fila')} onClose={onClose} isBusy={remove.isPending}>
      <Text className="wrap-anywhere">
        Remover <b>{name}</b>{' '}
        {isMany ? `dos ${own.length} lugares que tem? Todos ficam livres.` : `${from} O lugar fica livre.`}
      </Text>
      {(entry.is_receiver || own.some((one) => one.is_receiver)) && <ReceiverNote />}
      {field}
      <FailureAlert message={remove.error ? removeFailure(remove.error) : null} />
      <DialogFooter
        onCancel={onClose}
        confirm={remove.isPending ? 'Removendo...' : 'Confirmar Remoção'}
        isDangerous
        isOff={remove.isPending}
        onConfirm={() =>
          remove.mutate(
            { id: entry.id, ...because },
            {
              onSuccess: (answer) =>
                onDone(
                  outcomeOf(
                    answer,
                    isMany ? `${name} saiu dos ${own.length} lugares.` : say`${name} saiu da posição ${position}.`,
                  ),
                ),
            },
          )
        }
      />
    </QueueModal>
  )
}
