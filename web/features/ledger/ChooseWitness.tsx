import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'

type ChooseProps = {
  readonly isChosen: boolean
  readonly name: string
  readonly isBusy: boolean
  readonly onChoose: (isChosen: boolean) => void
}

export function ChooseButton({ isChosen, name, isBusy, onChoose }: ChooseProps) {
  return (
    <Button
      variant="default"
      size="compact-md"
      mih={44}
      disabled={isBusy}
      aria-label={`${isChosen ? 'Retirar' : 'Escolher'} a testemunha ${name}`}
      onClick={() => onChoose(!isChosen)}
    >
      {isChosen ? 'Retirar' : 'Escolher'}
    </Button>
  )
}

/** A witness whose key somebody got from the person who runs it, and not from this page. */
export function ChooseAnother({ onChoose }: { onChoose: (witness: string) => void }) {
  const [typed, setTyped] = useState('')
  return (
    <Group align="flex-end" mt="sm">
      <TextInput
        flex="1 1 240px"
        label="Chave de outra testemunha"
        description="Peça a quem cuida da máquina, por fora desta página. Escolha só quem não trabalha para quem opera o círculo."
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button variant="default" mih={44} disabled={typed.trim() === ''} onClick={() => onChoose(typed.trim())}>
        Escolher
      </Button>
    </Group>
  )
}
