import { Button, CloseButton, Group, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

type Props = {
  readonly search: string
  readonly isUnverifiedOnly: boolean
  readonly onSearch: (search: string) => void
  readonly onToggle: () => void
}

/** The search with its clear button and its chip, and the way to those who wait for approval. */
export function UserSearch({ search, isUnverifiedOnly, onSearch, onToggle }: Props) {
  // Typed text is kept here too: the address follows it, and would be too late for the next letter. What comes from
  // elsewhere (the way back, a link) is none of what was sent from here, and is taken over.
  const [typed, setTyped] = useState(search)
  const sent = useRef<string[]>([])
  useEffect(() => {
    const at = sent.current.lastIndexOf(search)
    if (at < 0) setTyped(search)
    sent.current = at < 0 ? [] : sent.current.slice(at + 1)
  }, [search])
  const change = (text: string) => {
    setTyped(text)
    const wanted = text.trim()
    if (wanted === (sent.current.at(-1) ?? search)) return
    sent.current.push(wanted)
    onSearch(wanted)
  }
  return (
    <div>
      <Group align="flex-end" gap="sm">
        <TextInput
          flex="1 1 260px"
          type="search"
          label="Buscar por nome, e-mail ou telefone"
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
          rightSection={typed && <CloseButton aria-label="Apagar a busca" onClick={() => change('')} />}
        />
        <Button variant={isUnverifiedOnly ? 'filled' : 'default'} onClick={onToggle}>
          {isUnverifiedOnly ? 'Mostrar Todos' : 'Não Verificados'}
        </Button>
      </Group>
      {search && (
        <div className="search-chip" style={{ marginTop: 12 }}>
          <span>Busca: {search}</span>
          <button type="button" aria-label={`Remover a busca ${search}`} onClick={() => change('')}>
            ×
          </button>
        </div>
      )}
    </div>
  )
}
