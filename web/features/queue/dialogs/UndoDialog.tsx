import { Text } from '@mantine/core'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { Proposed } from '#web/features/circle/Proposed.tsx'
import { outcomeOf, useUndoChange } from '../api.ts'
import type { QueueChange } from '../api.ts'
import { changeTitle } from '../journal-text.ts'
import { DialogFooter, FailureAlert } from './DialogFooter.tsx'
import { QueueModal } from './QueueModal.tsx'
import { ReasonField } from './ReasonField.tsx'

/** Takes back the last change, as a new one. */
export function UndoDialog({ change, onClose }: { change: QueueChange; onClose: () => void }) {
  const undo = useUndoChange()
  const [reason, setReason] = useState('')
  const confirm = () => {
    const because = reason.trim() === '' ? {} : { reason }
    undo.mutate(
      { seq: change.seq, ...because },
      {
        onSuccess: (answer) => {
          if (typeof outcomeOf(answer, '') === 'string') onClose()
        },
      },
    )
  }
  const outcome = undo.data && outcomeOf(undo.data, '')
  if (typeof outcome === 'object')
    return (
      <QueueModal title="Desfazer a última mudança" onClose={onClose}>
        <Proposed approval={outcome} />
      </QueueModal>
    )
  return (
    <QueueModal title="Desfazer a última mudança" onClose={onClose} isBusy={undo.isPending}>
      <Text>
        {changeTitle(change)}. A ordem volta ao que era antes, e o livro guarda as duas coisas. Quem muda de lugar é
        avisado.
      </Text>
      <ReasonField value={reason} onChange={setReason} />
      <FailureAlert message={undo.error ? failureText(undo.error, 'Erro ao desfazer') : null} />
      <DialogFooter
        onCancel={onClose}
        confirm={undo.isPending ? 'Desfazendo...' : 'Desfazer'}
        isOff={undo.isPending}
        onConfirm={confirm}
      />
    </QueueModal>
  )
}
