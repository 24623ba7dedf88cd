import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { QueueEntry } from '../api.ts'
import { rowsOf } from '../queue-list.ts'
import { SlotGrid } from '../SlotGrid.tsx'
import { say } from '#web/text/say.ts'
import { SelectedPlaces } from './SelectedPlaces.tsx'

type Props = {
  readonly entries: readonly QueueEntry[]
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (entryId: string) => void
}

/** Chooses occupied places on the grid; free ones cannot be. A name typed points at its place. */
export function PlacePicker({ entries, chosen, onToggle }: Props) {
  const [search, setSearch] = useState('')
  const isSearching = search.trim() !== ''
  const found = new Set(
    isSearching
      ? rowsOf(entries, [], { tab: 'fila', search }).flatMap((row) => (row.kind === 'entry' ? [row.entry.id] : []))
      : [],
  )
  const places = entries.filter((entry) => chosen.has(entry.id))
  return (
    <>
      <TextInput
        type="search"
        label="Destacar no mapa"
        placeholder={say('Nome, e-mail ou #posição')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {isSearching && found.size === 0 && (
        <Text size="sm" c="dimmed">
          Nenhuma entrada encontrada
        </Text>
      )}
      <SlotGrid
        entries={entries}
        choosable="taken"
        chosen={chosen}
        found={found}
        onChoose={(position) => {
          const entry = entries.find((each) => each.position === position)
          if (entry) onToggle(entry.id)
        }}
      />
      {places.length > 0 && <SelectedPlaces label="Escolhidas" places={places} />}
    </>
  )
}
