import { Button, Group, NativeSelect, NumberInput } from '@mantine/core'
import { useState } from 'react'

type Props = {
  /** From the first place on. */
  readonly names: readonly string[]
  readonly onMove: (from: number, to: number) => void
}

/** Puts somebody of a long order at a place by its number. */
export function PutAtPlace({ names, onMove }: Props) {
  const [from, setFrom] = useState('')
  const [place, setPlace] = useState<number | string>('')
  const isPlace = Number.isInteger(place) && Number(place) >= 1 && Number(place) <= names.length
  const isReady = from !== '' && isPlace
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    onMove(Number(from), Number(place) - 1)
    setFrom('')
    setPlace('')
  }
  return (
    <form onSubmit={submit} aria-label="Pôr alguém num lugar" noValidate>
      <Group gap="xs" align="flex-start">
        <NativeSelect
          label="Quem"
          flex="1 1 14rem"
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          data={[
            { value: '', label: 'Escolha' },
            ...names.map((name, index) => ({ value: String(index), label: `${name} (${index + 1}º)` })),
          ]}
        />
        <NumberInput
          label="Em que lugar"
          w="8rem"
          value={place}
          onChange={setPlace}
          allowDecimal={false}
          hideControls
          error={place !== '' && !isPlace && `De 1 a ${names.length}.`}
        />
        <Button type="submit" variant="default" mih={44} mt={25} disabled={!isReady}>
          Pôr neste lugar
        </Button>
      </Group>
    </form>
  )
}
