import { Button, Group, Paper, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { namesMember } from '#circle/ledger/own.ts'
import type { NameOf } from '#web/text/name-of.ts'
import { countText } from '#web/text/numbers.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { InSlices } from '#web/ui/InSlices.tsx'
import { Paging } from '#web/ui/Paging.tsx'
import { pageQuery } from './api.ts'
import type { LedgerEntry } from './api.ts'
import { PAGE_SIZES } from './search.ts'
import { USUAL_SIZE } from './view.ts'
import type { Patch, View } from './view.ts'
import { Entry } from './Entry.tsx'

type Props = {
  readonly view: View
  readonly onChange: (patch: Patch, options?: { push?: boolean }) => void
  readonly ownId: string
  readonly nameOf: NameOf
}

/** The ledger itself, a page at a time, each entry in words with its hash. */
export function Entries({ view, onChange, ownId, nameOf }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery(pageQuery(view.page, view.size, view.order))
  const begin = (order: 'antigos' | '') => onChange({ ordem: order, pagina: '', lancamento: '' })
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="lancamentos">
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} size="h4" id="lancamentos">
          Lançamentos
        </Title>
        <Group gap="xs" role="group" aria-label="Ordem">
          <Button
            size="sm"
            px="md"
            variant={view.order === 'newest' ? 'filled' : 'default'}
            aria-pressed={view.order === 'newest'}
            onClick={() => begin('')}
          >
            Mais novos
          </Button>
          <Button
            size="sm"
            px="md"
            variant={view.order === 'oldest' ? 'filled' : 'default'}
            aria-pressed={view.order === 'oldest'}
            onClick={() => begin('antigos')}
          >
            Do começo
          </Button>
        </Group>
      </Group>
      {error && <Unread error={error} otherwise="Erro ao carregar o livro" refetch={refetch} />}
      {!data && !error && <LoadingRows rows={5} label="Carregando o livro..." />}
      {data && data.data.length === 0 && (
        <NothingHere total={data.pagination.totalItems} onFirst={() => onChange({ pagina: '', lancamento: '' })} />
      )}
      {data && data.data.length > 0 && (
        <InSlices meanwhile={<LoadingRows rows={5} label="Carregando o livro..." />}>
          <List entries={data.data} isBusy={isPlaceholderData} target={view.seq} ownId={ownId} nameOf={nameOf} />
          <Paging
            label="Páginas do livro"
            pages={data.pagination}
            onPage={(page) => onChange({ pagina: page === 1 ? '' : page, lancamento: '' }, { push: true })}
            choice={{
              sizes: PAGE_SIZES,
              usualSize: USUAL_SIZE,
              onSize: (size) => onChange({ tamanho: size === USUAL_SIZE ? '' : size, pagina: '', lancamento: '' }),
            }}
          />
        </InSlices>
      )}
    </Paper>
  )
}

function List({
  entries,
  isBusy,
  target,
  ownId,
  nameOf,
}: {
  entries: readonly LedgerEntry[]
  isBusy: boolean
  target: number | null
} & Pick<Props, 'ownId' | 'nameOf'>) {
  useScrollToEntry(target, entries.some(({ seq }) => seq === target) && !isBusy)
  return (
    <ol className="ledger-entries" aria-label="Lançamentos do livro" aria-busy={isBusy}>
      {entries.map((entry) => (
        <Entry
          key={entry.seq}
          entry={entry}
          nameOf={nameOf}
          isOwn={entry.actor_id === ownId || namesMember(entry.payload, ownId)}
          isTarget={entry.seq === target}
        />
      ))}
    </ol>
  )
}

/** Scrolls to the entry that the URL points to and moves the keyboard focus to it. */
function useScrollToEntry(seq: number | null, isThere: boolean): void {
  useEffect(() => {
    if (seq === null || !isThere) return
    const item = document.getElementById(`lancamento-${seq}`)
    item?.scrollIntoView({ block: 'center' })
    item?.focus({ preventScroll: true })
  }, [seq, isThere])
}

function NothingHere({ total, onFirst }: { total: number; onFirst: () => void }) {
  if (total === 0)
    return <EmptyState title="O livro está em branco">O primeiro lançamento é a criação do círculo.</EmptyState>
  return (
    <EmptyState title="Esta página não existe" action={<Button onClick={onFirst}>Ir para a primeira página</Button>}>
      O livro tem {countText(total, 'lançamento', 'lançamentos')}.
    </EmptyState>
  )
}
