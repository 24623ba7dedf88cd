import { Button, FileButton, Text } from '@mantine/core'
import { useState } from 'react'
import type { SignedHead } from '#circle/ledger/entry.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { parseHeadFile } from './parse.ts'

type Chosen = { readonly name: string; readonly head: SignedHead }

/** Files with earlier heads to compare the ledger with. A later file replaces one of the same name. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const choose = async (files: File[]) => {
    setFault(null)
    try {
      const read = await Promise.all(
        files.map(async (file) => ({ name: file.name, head: parseHeadFile(await file.text()) })),
      )
      setChosen((before) => [...before.filter(({ name }) => read.every((one) => one.name !== name)), ...read])
    } catch {
      setFault('Este arquivo não é uma assinatura nem um livro baixado da Ciranda.')
    }
  }
  return { chosen, setChosen, choose, fault }
}

export function ChooseFiles({ onChosen }: { onChosen: (files: File[]) => Promise<void> }) {
  return (
    <FileButton
      multiple
      accept=".json,.ndjson,application/json"
      onChange={(files) => void onChosen(files)}
      inputProps={{ 'aria-label': 'Escolher arquivo guardado' }}
    >
      {(props) => (
        <Button {...props} variant="default" mih={44}>
          Comparar com um arquivo
        </Button>
      )}
    </FileButton>
  )
}

export function ChosenFiles({ chosen, onRemove }: { chosen: readonly Chosen[]; onRemove: (name: string) => void }) {
  if (chosen.length === 0) return null
  return (
    <ul className="ledger-files" aria-label="Arquivos a comparar">
      {chosen.map(({ name, head }) => (
        <li key={name}>
          <span className="wrap-anywhere">
            {name}{' '}
            <Text span size="sm" c="dimmed">
              · até o lançamento {head.seq}, {fullMomentText(head.at)}
            </Text>
          </span>
          <Button
            variant="subtle"
            color="gray"
            size="compact-md"
            mih={44}
            aria-label={`Tirar ${name}`}
            onClick={() => onRemove(name)}
          >
            Tirar
          </Button>
        </li>
      ))}
    </ul>
  )
}
