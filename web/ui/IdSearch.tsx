import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { say } from '#web/text/say.ts'
import { useState } from 'react'

type Props<T extends string> = {
  /** The kinds of ID that can be searched for, with their labels: 'ID do doador'. */
  readonly types: Readonly<Record<T, string>>
  readonly by: T | null
  readonly id: string
  /** Null and '' for no search at all. */
  readonly onSearch: (by: T | null, id: string) => void
}

const ALL = ''

/** Searches by an ID of a chosen kind. The active search comes from the caller; the text being typed is local state. */
export function IdSearch<T extends string>(props: Props<T>) {
  return <Form key={`${props.by}:${props.id}`} {...props} />
}

function Form<T extends string>({ types, by, id, onSearch }: Props<T>) {
  const [type, setType] = useState<T | typeof ALL>(by ?? ALL)
  const [text, setText] = useState(id)
  const choose = (chosen: string) => {
    setType(chosen as T | typeof ALL)
    // Choosing 'Todos' clears the search at once.
    if (chosen === ALL && by !== null) onSearch(null, '')
  }
  return (
    <div role="search" style={{ flex: type === ALL ? '0 1 auto' : '1 1 100%', minWidth: 0 }}>
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label="Buscar por"
          value={type}
          onChange={(event) => choose(event.currentTarget.value)}
          data={[
            { value: ALL, label: 'Todos' },
            ...(Object.keys(types) as T[]).map((value) => ({ value, label: say(types[value]) })),
          ]}
        />
        {type !== ALL && (
          <form
            style={{ display: 'contents' }}
            onSubmit={(event) => {
              event.preventDefault()
              onSearch(type, text.trim())
            }}
          >
            <TextInput
              label={say(types[type])}
              placeholder={types[type].startsWith('Nome') ? undefined : 'Cole o ID completo'}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              flex="1 1 220px"
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
            />
            <Group gap="xs">
              <Button type="submit">Buscar</Button>
              {by !== null && id !== '' && (
                <Button variant="default" onClick={() => onSearch(null, '')}>
                  Limpar busca
                </Button>
              )}
            </Group>
          </form>
        )}
      </Group>
    </div>
  )
}
