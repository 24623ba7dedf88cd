import { Text } from '@mantine/core'
import { failureText } from '#web/api/client.ts'
import { outcomeOf, useNextReceiver, useReorder, useSetReceiver } from '../api.ts'
import type { Ends, QueueEntry } from '../api.ts'
import { nameOf, positionText } from '../queue-list.ts'
import { DialogFooter, FailureAlert } from './DialogFooter.tsx'
import { QueueModal } from './QueueModal.tsx'
import { useReason } from './ReasonField.tsx'
import { say } from '#web/text/say.ts'
import { ReceiverNote } from './ReceiverNote.tsx'

/** A change that was chosen and is to be confirmed. */
export type Asked =
  | { readonly kind: 'reorder'; readonly entry: QueueEntry; readonly position: number }
  | { readonly kind: 'next'; readonly entry: QueueEntry }
  | { readonly kind: 'set'; readonly entry: QueueEntry; readonly receiver: QueueEntry }

type Props = Ends & { readonly asked: Asked; readonly onBack: () => void }

/** Says what a change of the order does, and asks before it is made. */
export function OrderConfirmation({ asked, onBack, onClose, onDone }: Props) {
  const [reorder, next, set] = [useReorder(), useNextReceiver(), useSetReceiver()]
  const { because, field } = useReason()
  const name = nameOf(asked.entry.user)
  const done = (text: string) => ({ onSuccess: (answer: object) => onDone(outcomeOf(answer, text)) })
  const confirm = () => {
    if (asked.kind === 'reorder')
      reorder.mutate(
        { id: asked.entry.id, position: asked.position, ...because },
        done(`${name} foi para a ${positionText(asked.position)}.`),
      )
    else if (asked.kind === 'next') next.mutate({ id: asked.entry.id, ...because }, done(`${name} passou a vez.`))
    else set.mutate({ a: asked.receiver.id, b: asked.entry.id, ...because }, done(say`${name} passou a ser receptor.`))
  }
  const isPending = reorder.isPending || next.isPending || set.isPending
  const error = reorder.error ?? next.error ?? set.error
  const question =
    asked.kind === 'reorder'
      ? `Mover ${name} da ${positionText(asked.entry.position)} para a ${positionText(asked.position)}? Quem está entre as duas anda um lugar.`
      : asked.kind === 'next'
        ? say`${name} deixa de ser receptor, e a vez passa ao próximo da fila?`
        : `${name} passa a receber no lugar de ${nameOf(asked.receiver.user)}?`
  return (
    <QueueModal title="Confirmar mudança" onClose={onClose} isBusy={isPending}>
      <Text className="wrap-anywhere">{question}</Text>
      {(asked.kind !== 'reorder' || asked.entry.is_receiver) && <ReceiverNote title="Muda quem recebe" />}
      {field}
      <FailureAlert message={error ? failureText(error, 'Erro ao mudar a ordem') : null} />
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
