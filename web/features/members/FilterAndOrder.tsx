import { Group, NativeSelect } from '@mantine/core'
import type { ChangeUrl } from '#web/ui/useUrlState.ts'
import type { ListShape } from './search.ts'
import { filterLabels, orderLabels } from './user-list.ts'
import type { UserFilter, UserOrder } from './user-list.ts'

type Props = {
  readonly filter: UserFilter | null
  readonly order: UserOrder | null
  readonly go: ChangeUrl<ListShape>
}

/** Chooses whom the list shows, and in which order. */
export function FilterAndOrder({ filter, order, go }: Props) {
  return (
    <Group align="flex-end">
      <NativeSelect
        label="Mostrar"
        value={filter ?? ''}
        data={[
          { value: '', label: 'Todos' },
          ...Object.entries(filterLabels).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) =>
          go({ filtro: (event.currentTarget.value || '') as UserFilter | '', pagina: '' }, { push: true })
        }
      />
      <NativeSelect
        label="Ordenar"
        value={order ?? ''}
        data={[
          { value: '', label: 'Quem aguarda primeiro' },
          ...Object.entries(orderLabels).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => go({ ordem: (event.currentTarget.value || '') as UserOrder | '', pagina: '' })}
      />
    </Group>
  )
}
