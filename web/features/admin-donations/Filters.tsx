import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { groups, isSearching, searchTypes } from './view.ts'
import type { Address, Group as StatusGroup, View } from './view.ts'

type Props = { readonly view: View; readonly onChange: (patch: Partial<Address>) => void }

const ALL = ''

/** By whose ID, and by status. Every change begins at the first page again. */
export function Filters({ view, onChange }: Props) {
  const change = (patch: Partial<Address>) => onChange({ pagina: '', ...patch })
  return (
    <>
      <Search key={`${view.by}:${view.id}`} view={view} onChange={change} />
      <Group gap="xs" role="group" aria-label="Filtrar por status">
        <Choice isOn={view.group === null} onClick={() => change({ filtro: ALL })}>
          Todas
        </Choice>
        {(Object.keys(groups) as StatusGroup[]).map((group) => (
          <Choice key={group} isOn={view.group === group} onClick={() => change({ filtro: group })}>
            {groups[group].label}
          </Choice>
        ))}
      </Group>
    </>
  )
}

function Search({ view, onChange }: Props) {
  const [by, setBy] = useState<string>(view.by ?? ALL)
  const [id, setId] = useState(view.id)
  const choose = (type: string) => {
    setBy(type)
    // Back to all: what was searched for is let go at once.
    if (type === ALL && view.by !== null) onChange({ por: '', busca: '' })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onChange({ por: by, busca: id.trim() })
      }}
    >
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Buscar por"
          value={by}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[{ value: ALL, label: 'Todos' }, ...Object.entries(searchTypes).map(([value, label]) => ({ value, label }))]}
        />
        {by !== ALL && (
          <>
            <TextInput label={searchTypes[by as keyof typeof searchTypes]} placeholder="Cole o ID completo" value={id} onChange={(event) => setId(event.currentTarget.value)} flex="1 1 240px" maxLength={100} autoComplete="off" spellCheck={false} />
            <Button type="submit">Buscar</Button>
            {isSearching(view) && (
              <Button variant="default" onClick={() => onChange({ por: '', busca: '' })}>
                Limpar busca
              </Button>
            )}
          </>
        )}
      </Group>
    </form>
  )
}

function Choice({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <Button variant={isOn ? 'filled' : 'default'} size="sm" aria-pressed={isOn} onClick={onClick}>
      {children}
    </Button>
  )
}
