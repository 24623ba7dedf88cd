import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Refused } from '#web/ui/Refused.tsx'
import { drawsQuery, usePropose } from './api.ts'
import { PutAtPlace } from './PutAtPlace.tsx'

/** From so many people on, one step at a time is too slow. */
const MANY = 20

type Person = { readonly id: string; readonly name: string }

type Props = {
  /** Everybody who is approved, first come first. */
  readonly people: readonly Person[]
  /** The order of today, by id, where there is one: it is begun with. */
  readonly today: readonly string[]
}

/** The other way to an order: one that everybody agrees to. Who has several places stands there once for each. */
export function ProposeOrder({ people, today }: Props) {
  const { data } = useQuery(drawsQuery)
  const propose = usePropose()
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [moved, setMoved] = useState('')
  if (!data || data.why_not !== null || data.proposal?.state === 'open' || people.length < 2) return null
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  // People may have come or gone meanwhile: the newest stand at the end.
  const order = orderOf(
    chosen ?? today,
    people.flatMap(({ id }) => data.tickets.filter((ticket) => ticket === id)),
  )
  const move = (from: number, to: number) => {
    const id = order[from]!
    setChosen(order.toSpliced(from, 1).toSpliced(to, 0, id))
    setMoved(`${nameOf.get(id)}: ${to + 1}º de ${order.length}.`)
  }
  return (
    <Paper withBorder p="lg" component="section" aria-label="Propor uma ordem">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Ou combinem a ordem
        </Title>
        <Text>Suba quem recebe antes. Ela só vale quando todos concordarem, cada um no seu celular.</Text>
        {order.length > MANY && <PutAtPlace names={order.map((id) => nameOf.get(id)!)} onMove={move} />}
        <ol className="order-proposed" aria-label="A ordem que vai ser proposta">
          {order.map((id, index) => (
            // The focus goes along with who is moved.
            <li key={`${id} ${order.slice(0, index).filter((one) => one === id).length}`}>
              <span className="wrap-anywhere">{nameOf.get(id)}</span>
              <span className="order-proposed-moves">
                <Mover index={index} label="Subir" name={nameOf.get(id)!} onMove={() => move(index, index - 1)} />
              </span>
            </li>
          ))}
        </ol>
        <div role="status" className="order-proposed-moved">
          {moved}
        </div>
        <div>
          <Button variant="default" mih={44} disabled={propose.isPending} onClick={() => propose.mutate(order)}>
            {propose.isPending ? 'Propondo...' : 'Propor esta ordem'}
          </Button>
        </div>
        <Refused error={propose.error} otherwise="A ordem não foi proposta. Tente de novo." />
      </Stack>
    </Paper>
  )
}

/** Of the tickets that there are those chosen, in their order, and behind them the rest. */
function orderOf(chosen: readonly string[], tickets: readonly string[]): string[] {
  const rest = [...tickets]
  const kept = chosen.filter((id) => {
    const at = rest.indexOf(id)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
  return [...kept, ...rest]
}

type MoverProps = { readonly index: number; readonly label: string; readonly name: string; readonly onMove: () => void }

/** The first has nowhere to go; their button stays, so that the focus does. */
function Mover({ index, label, name, onMove }: MoverProps) {
  const isFirst = index === 0
  return (
    <Button
      variant="default"
      mih={44}
      aria-label={`${label} ${name}`}
      aria-disabled={isFirst}
      data-disabled={isFirst || undefined}
      onClick={() => !isFirst && onMove()}
    >
      {label}
    </Button>
  )
}
