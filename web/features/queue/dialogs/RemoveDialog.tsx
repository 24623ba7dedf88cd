import { Text } from '@mantine/core'
import { outcomeOf, useRemoveFromQueue } from '../api.ts'
import type { Ends, QueueEntry } from '../api.ts'
import { removeFailure } from '../messages.ts'
import { nameOf, positionText } from '../queue-list.ts'
import { DialogFooter, FailureAlert } from './DialogFooter.tsx'
import { QueueModal } from './QueueModal.tsx'
import { useReason } from './ReasonField.tsx'
import { say } from '#web/text/say.ts'
import { ReceiverNote } from './ReceiverNote.tsx'

type Props = Ends & { readonly entry: QueueEntry }

export default function RemoveDialog({ entry, onClose, onDone }: Props) {
  const remove = useRemoveFromQueue()
  const { because, field } = useReason()
  const name = nameOf(entry.user)
  const position = positionText(entry.position)
  return (
    <QueueModal title={say('Remover da Fila')} onClose={onClose} isBusy={remove.isPending}>
      <Text className="wrap-anywhere">
        Remover <b>{name}</b> {say`da posição ${position} da Fila N${entry.donation_number}?`} O lugar fica livre.
      </Text>
      {entry.is_receiver && <ReceiverNote />}
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
            { onSuccess: (answer) => onDone(outcomeOf(answer, say`${name} saiu da posição ${position}.`)) },
          )
        }
      />
    </QueueModal>
  )
}
