import { Paper, Text, Title } from '@mantine/core'
import { say } from '#web/text/say.ts'
import type { QueueEntry, User } from './api.ts'
import type { QueueLevel } from './queue-list.ts'
import type { OpenDialog } from './QueueDialogs.tsx'
import { QueueList } from './QueueList.tsx'
import { SlotGrid } from './SlotGrid.tsx'
import { VacancyCard } from './VacancyCard.tsx'

type Props = {
  readonly level: QueueLevel
  readonly entries: readonly QueueEntry[]
  readonly waiting: readonly User[]
  readonly isRoda: boolean
  readonly isClosed: boolean
  /** Whether the map is drawn by now, or its heading alone. */
  readonly hasMap: boolean
  readonly onOpen: (dialog: OpenDialog) => void
}

/** The places of a queue: how many are taken, who has them and who waits, and all of them at a glance. */
export function QueueBoard({ level, entries, waiting, isRoda, isClosed, hasMap, onOpen }: Props) {
  const chooseSlot = (position: number) => {
    const entry = entries.find((each) => each.position === position)
    if (!entry && isClosed) return
    onOpen(entry ? { kind: 'details', entry } : { kind: 'choose', position })
  }
  return (
    <div className="queue-layout">
      <div className="queue-summary">
        <VacancyCard
          occupied={new Set(entries.map(({ user_id: id }) => id)).size}
          receivers={entries.filter((entry) => entry.is_receiver).length}
          waiting={waiting.length}
        />
      </div>
      <QueueList
        entries={entries}
        waiting={isClosed ? [] : waiting}
        onAdd={(user) => onOpen({ kind: 'add', user })}
        onDetails={(entry) => onOpen({ kind: 'details', entry })}
        onRemove={isRoda ? null : (entry) => onOpen({ kind: 'remove', entry })}
      />
      <QueueMap level={level} entries={entries} isDrawn={hasMap} onChoose={chooseSlot} />
    </div>
  )
}

type MapProps = {
  readonly level: QueueLevel
  readonly entries: readonly QueueEntry[]
  readonly isDrawn: boolean
  readonly onChoose: (position: number) => void
}

/** All places of a queue at a glance. */
function QueueMap({ level, entries, isDrawn, onChoose }: MapProps) {
  return (
    <Paper withBorder p="md" className="queue-map" component="section" aria-label={say('Mapa da fila')}>
      <Title order={2} size="h5" mb="sm">
        {say('Mapa da fila')}
      </Title>
      {isDrawn && <SlotGrid entries={entries} choosable="all" onChoose={onChoose} />}
      {level > 1 && (
        <Text size="sm" c="dimmed" mt="sm">
          {say('Na Fila N')}
          {level}
          {say(
            ', o lugar vem do upgrade que o próprio participante aceita. Em espera aparece só quem já chegou a este nível e ficou sem lugar.',
          )}
        </Text>
      )}
    </Paper>
  )
}
