import { Group } from '@mantine/core'
import { FilterButtons } from '#web/ui/FilterButtons.tsx'
import { IdSearch } from '#web/ui/IdSearch.tsx'
import { groups, searchTypes } from './view.ts'
import { say } from '#web/text/say.ts'
import type { Patch, View } from './view.ts'

type Props = { readonly view: View; readonly onChange: (patch: Patch) => void }

/** By whose ID, and by status. Every change begins at the first page again. */
export function Filters({ view, onChange }: Props) {
  return (
    <Group align="flex-end" gap="md">
      <IdSearch
        types={searchTypes}
        by={view.by}
        id={view.id}
        onSearch={(by, id) => onChange({ por: by ?? '', busca: id, pagina: '' })}
      />
      <FilterButtons
        label={say('Filtrar por status')}
        all="Todas"
        options={groups}
        value={view.group}
        onChange={(group) => onChange({ filtro: group ?? '', pagina: '' })}
      />
    </Group>
  )
}
