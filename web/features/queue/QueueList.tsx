import './queue.css'
import { Badge, Button, Stack, Tabs, TextInput } from '@mantine/core'
import { useState } from 'react'
import { QUEUE_PAGE_SIZE } from '#contracts/limits.ts'
import { Paging } from '#web/ui/Paging.tsx'
import { pagesOf } from '#web/ui/page-window.ts'
import { EmptyState } from '#web/ui/states.tsx'
import type { QueueEntry, User } from './api.ts'
import { rowsOf, shareText } from './queue-list.ts'
import type { QueueTab } from './queue-list.ts'
import { QueueCard } from './QueueCard.tsx'
import { WaitingCard } from './WaitingCard.tsx'
import { say } from '#web/text/say.ts'

type Props = {
  readonly entries: readonly QueueEntry[]
  readonly waiting: readonly User[]
  readonly onAdd: (user: User) => void
  readonly onDetails: (entry: QueueEntry) => void
  /** Null where nobody is removed from the list itself. */
  readonly onRemove: ((entry: QueueEntry) => void) | null
}

const tabLabels: Readonly<Record<QueueTab, string>> = { todos: 'Todos', fila: 'Na Fila', espera: 'Em Espera' }

/** The queue's members and those waiting for a place, ten a page, filtered by tab and search. */
export function QueueList({ entries, waiting, onAdd, onDetails, onRemove }: Props) {
  const [view, setView] = useState({ tab: 'todos' as QueueTab, search: '', page: 1 })
  const rows = rowsOf(entries, waiting, view)
  const pages = pagesOf(rows.length, QUEUE_PAGE_SIZE, view.page)
  const counts: Readonly<Record<QueueTab, number>> = {
    todos: entries.length + waiting.length,
    fila: entries.length,
    espera: waiting.length,
  }
  return (
    <Stack gap="md" className="queue-list">
      <TextInput
        type="search"
        label="Buscar"
        placeholder={say('Nome, e-mail ou número da doação')}
        value={view.search}
        onChange={(event) => setView({ ...view, search: event.currentTarget.value, page: 1 })}
      />
      <Tabs value={view.tab} onChange={(tab) => setView({ ...view, tab: tab as QueueTab, page: 1 })}>
        <Tabs.List className="queue-tabs" aria-label="Lugares">
          {(Object.keys(tabLabels) as QueueTab[]).map((tab) => (
            <Tabs.Tab
              key={tab}
              value={tab}
              rightSection={
                <Badge component="span" variant="light">
                  {counts[tab]}
                </Badge>
              }
            >
              {say(tabLabels[tab])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={view.tab} pt="md">
          {rows.length === 0 ? (
            <NothingHere view={view} onClear={() => setView({ ...view, search: '', page: 1 })} />
          ) : (
            <div className="queue-cards">
              {rows
                .slice((pages.currentPage - 1) * QUEUE_PAGE_SIZE, pages.currentPage * QUEUE_PAGE_SIZE)
                .map((row) =>
                  row.kind === 'entry' ? (
                    <QueueCard
                      key={row.entry.id}
                      entry={row.entry}
                      share={shareText(row.entry, entries)}
                      onDetails={() => onDetails(row.entry)}
                      onRemove={onRemove && (() => onRemove(row.entry))}
                    />
                  ) : (
                    <WaitingCard key={row.user.id} user={row.user} onAdd={() => onAdd(row.user)} />
                  ),
                )}
            </div>
          )}
        </Tabs.Panel>
      </Tabs>
      <Paging pages={pages} noun={say('usuários')} onPage={(page) => setView({ ...view, page })} />
    </Stack>
  )
}

function NothingHere({
  view: { tab, search },
  onClear,
}: {
  view: { tab: QueueTab; search: string }
  onClear: () => void
}) {
  if (search.trim() !== '') {
    const clear = (
      <Button variant="default" onClick={onClear}>
        Limpar busca
      </Button>
    )
    return <EmptyState title="Nenhuma entrada encontrada" action={clear} />
  }
  if (tab === 'espera')
    return <EmptyState title="Nenhuma entrada encontrada">{say('Ninguém espera por um lugar nesta fila.')}</EmptyState>
  return <EmptyState title={say('Fila vazia')}>Nenhuma entrada encontrada</EmptyState>
}
