import { Button, Group, TextInput } from '@mantine/core'
import { FilterButtons } from '#web/ui/FilterButtons.tsx'
import { IdSearch } from '#web/ui/IdSearch.tsx'
import { groups, isRangeReversed, searchTypes } from './view.ts'
import { say } from '#web/text/say.ts'
import type { Patch, View } from './view.ts'

type Props = { readonly view: View; readonly onChange: (patch: Patch) => void }

/** By day, by whose ID, and by status. Every change begins at the first page again. */
export function Filters({ view, onChange }: Props) {
  const change = (patch: Patch) => onChange({ ...patch, pagina: '' })
  return (
    <>
      <Group align="flex-end" gap="md">
        <Group align="flex-end" gap="xs" role="group" aria-label="Período">
          <TextInput
            type="date"
            label="De"
            value={view.from}
            max={view.to || undefined}
            onChange={(event) => change({ de: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Até"
            value={view.to}
            min={view.from || undefined}
            error={isRangeReversed(view) && 'A data final vem antes da inicial'}
            onChange={(event) => change({ ate: event.currentTarget.value })}
          />
          {(view.from || view.to) && (
            <Button variant="default" onClick={() => change({ de: '', ate: '' })}>
              Limpar datas
            </Button>
          )}
        </Group>
        <IdSearch
          types={searchTypes}
          by={view.by}
          id={view.id}
          onSearch={(by, id) => change({ por: by ?? '', busca: id })}
        />
      </Group>
      <FilterButtons
        label={say('Filtrar por status')}
        all="Todos"
        options={groups}
        value={view.group}
        onChange={(group) => change({ filtro: group ?? '' })}
      />
    </>
  )
}
