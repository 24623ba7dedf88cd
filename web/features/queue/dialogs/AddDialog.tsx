import { Text } from '@mantine/core'
import { useState } from 'react'
import { errorMessage } from '#contracts/errors.ts'
import { outcomeOf, useAddToQueue } from '../api.ts'
import type { Ends, QueueEntry, User } from '../api.ts'
import { addFailure } from '../messages.ts'
import { nameOf, positionText } from '../queue-list.ts'
import type { QueueLevel } from '../queue-list.ts'
import { SlotGrid } from '../SlotGrid.tsx'
import { FailureAlert } from './DialogFooter.tsx'
import { QueueModal } from './QueueModal.tsx'
import { say, speaksOfRoda } from '#web/text/say.ts'
import { useReason } from './ReasonField.tsx'

type Props = Ends & {
  readonly user: User
  readonly level: QueueLevel
  readonly entries: readonly QueueEntry[]
}

/** Gives a waiting member a place: the grid of a hundred, of which a free one is chosen. */
export default function AddDialog({ user, level, entries, onClose, onDone }: Props) {
  const add = useAddToQueue()
  const { because, field } = useReason()
  const [refusal, setRefusal] = useState<string | null>(null)
  const name = nameOf(user)
  const own = entries.find((entry) => entry.user_id === user.id)
  const choose = (position: number) => {
    if (add.isPending) return
    add.reset()
    const reason = refusalOf({ position, own, holder: entries.find((entry) => entry.position === position) })
    setRefusal(reason)
    if (reason !== null) return
    const body = { position, donation_number: level, user_id: user.id, ...because }
    add.mutate(body, {
      onSuccess: (answer) => onDone(outcomeOf(answer, say`${name} está na posição ${positionText(position)}.`)),
    })
  }
  // Another administrator may have placed this member while the grid stood open; one's own success closes it.
  const isPlacedByOther = own !== undefined && add.isIdle
  const message = add.error
    ? addFailure(add.error)
    : isPlacedByOther
      ? refusalOf({ position: 0, own, holder: undefined })
      : refusal
  return (
    <QueueModal title={`Lugar para ${name}`} size="lg" onClose={onClose}>
      <FailureAlert message={message} />
      {field}
      <Text>{add.isPending ? 'Adicionando...' : say`Escolha uma posição livre da Fila N${level}.`}</Text>
      <SlotGrid entries={entries} choosable="available" onChoose={choose} />
    </QueueModal>
  )
}

/** The refusal that the server would give, shown without asking where this screen already knows it. */
function refusalOf({
  position,
  own,
  holder,
}: {
  position: number
  own: QueueEntry | undefined
  holder: QueueEntry | undefined
}): string | null {
  const isRoda = speaksOfRoda()
  const number = (of: number) => (isRoda ? of : String(of).padStart(3, '0'))
  if (holder)
    return errorMessage('queue.position_taken', { position: number(position), name: nameOf(holder.user) }, isRoda)
  return own ? errorMessage('queue.member_already_in', { position: number(own.position) }, isRoda) : null
}
