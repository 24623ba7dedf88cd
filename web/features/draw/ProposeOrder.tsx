import { Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Refused } from '#web/ui/Refused.tsx'
import { drawsQuery, usePropose } from './api.ts'

type Person = { readonly id: string; readonly name: string }

/**
 * The other way to a first order: one that everybody agrees to. `people`: everybody who is approved, first come first; who has
 * several places stands there once for each.
 */
export function ProposeOrder({ people }: { people: readonly Person[] }) {
  const { data } = useQuery(drawsQuery)
  const propose = usePropose()
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [moved, setMoved] = useState('')
  if (!data || data.why_not !== null || data.proposal?.state === 'open' || people.length < 2) return null
  const nameOf = new Map(people.map(({ id, name }) => [id, name]))
  // People may have come or gone meanwhile: the newest stand at the end.
  const order = orderOf(
    chosen ?? [],
    people.flatMap(({ id }) => data.tickets.filter((ticket) => ticket === id)),
  )
  const move = (index: number, by: -1 | 1) => {
    const next = [...order]
    ;[next[index], next[index + by]] = [next[index + by]!, next[index]!]
    setChosen(next)
    setMoved(`${nameOf.get(order[index]!)}: ${index + by + 1}º de ${order.length}.`)
  }
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-label="Propor uma ordem">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Ou combinem a ordem
        </Title>
        <Text>Proponha quem recebe primeiro. Ela só vale quando todos concordarem, cada um no seu celular.</Text>
        <ol className="order-proposed" aria-label="A ordem que vai ser proposta">
          {order.map((id, index) => (
            <li key={index}>
              <span className="wrap-anywhere">{nameOf.get(id)}</span>
              <span className="order-proposed-moves">
                <Button
                  variant="default"
                  mih={44}
                  aria-label={`Subir ${nameOf.get(id)}`}
                  aria-disabled={index === 0}
                  data-disabled={index === 0 || undefined}
                  onClick={() => index > 0 && move(index, -1)}
                >
                  Subir
                </Button>
                <Button
                  variant="default"
                  mih={44}
                  aria-label={`Descer ${nameOf.get(id)}`}
                  aria-disabled={index === order.length - 1}
                  data-disabled={index === order.length - 1 || undefined}
                  onClick={() => index < order.length - 1 && move(index, 1)}
                >
                  Descer
                </Button>
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
