import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countText } from '#web/text/numbers.ts'
import { countsQuery } from './api.ts'
import { filters } from './view.ts'
import { say } from '#web/text/say.ts'
import type { Filter } from './view.ts'

type Props = {
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  readonly onRefresh: () => void
  readonly isRefreshing: boolean
}

/** Which reports are listed, with how many each choice would show, and the way to ask again. */
export function Filters({ filter, onFilter, onRefresh, isRefreshing }: Props) {
  const { data } = useQuery(countsQuery)
  const counts: Readonly<Record<Filter, number | undefined>> = {
    todos: data?.total,
    aguardando: data?.unresolved,
    resolvidos: data?.resolved,
  }
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs" role="group" aria-label={say('Filtrar reports')}>
        {(Object.keys(filters) as Filter[]).map((choice) => (
          <Button
            key={choice}
            variant={choice === filter ? 'filled' : 'default'}
            aria-pressed={choice === filter}
            onClick={() => onFilter(choice)}
            mih={44}
          >
            {filters[choice].label} ({counts[choice] === undefined ? '…' : countText(counts[choice])})
          </Button>
        ))}
      </Group>
      <Button variant="default" onClick={onRefresh} aria-disabled={isRefreshing} mih={44}>
        {isRefreshing ? 'Atualizando...' : 'Atualizar'}
      </Button>
    </Group>
  )
}
