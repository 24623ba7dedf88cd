import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { outcomeOf, useAddToQueue } from '../api.ts'
import type { Ends, User } from '../api.ts'
import { addFailure, NOBODY_AVAILABLE } from '../messages.ts'
import { nameOf, positionText, rowsOf } from '../queue-list.ts'
import type { QueueLevel } from '../queue-list.ts'
import { FailureAlert } from './DialogFooter.tsx'
import { QueueModal } from './QueueModal.tsx'
import { useReason } from './ReasonField.tsx'
import { say } from '#web/text/say.ts'

type Props = Ends & {
  readonly position: number
  readonly level: QueueLevel
  readonly waiting: readonly User[]
}

/** Gives a free place to one of those who wait, oldest first. */
export default function ChooseMemberDialog({ position, level, waiting, onClose, onDone }: Props) {
  const add = useAddToQueue()
  const { because, field } = useReason()
  const [search, setSearch] = useState('')
  const found = rowsOf([], waiting, { tab: 'espera', search }).flatMap((row) =>
    row.kind === 'waiting' ? [row.user] : [],
  )
  const choose = (user: User) => {
    const body = { position, donation_number: level, user_id: user.id, ...because }
    add.mutate(body, {
      onSuccess: (answer) => onDone(outcomeOf(answer, say`${nameOf(user)} está na posição ${positionText(position)}.`)),
    })
  }
  return (
    <QueueModal title={say`Adicionar à posição ${positionText(position)}`} onClose={onClose}>
      <FailureAlert message={add.error ? addFailure(add.error) : null} />
      {waiting.length === 0 ? (
        <Text>{say(NOBODY_AVAILABLE)}</Text>
      ) : (
        <>
          {field}
          <TextInput
            type="search"
            label="Buscar quem espera"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            data-autofocus
          />
          <ul className="choose-member" aria-label="Quem espera">
            {found.map((user) => (
              <li key={user.id}>
                <Button
                  variant="default"
                  fullWidth
                  justify="flex-start"
                  h="auto"
                  mih={44}
                  py={6}
                  disabled={add.isPending}
                  onClick={() => choose(user)}
                >
                  <span className="choose-member-name">{nameOf(user)}</span>
                </Button>
              </li>
            ))}
          </ul>
          {found.length === 0 && <Text c="dimmed">Nenhuma entrada encontrada</Text>}
        </>
      )}
    </QueueModal>
  )
}
