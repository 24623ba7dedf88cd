import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { momentText } from '#web/text/dates.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { swapsQuery, useSwap } from './api.ts'
import type { SwapAsk, Swaps } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

type Does = ReturnType<typeof useSwap>

/** In which month a place receives, where the forecast says so. */
type MonthOf = (position: number) => string | null
type Props = { readonly monthOf: MonthOf }

/**
 * Two members exchange their turns: who asks chooses the other, who is asked says yes or no. A member who still waits is known to
 * the others by place and month alone.
 */
export function SwapTurns({ monthOf }: Props) {
  const { data, error, refetch } = useQuery(swapsQuery)
  const swap = useSwap()
  // Once the other has answered, a request that was made is no news any more.
  const isSaid = swap.isSuccess && (swap.variables.does !== 'ask' || data?.asks.some(({ mine }) => mine))
  if (error && !data) return <Unread error={error} otherwise="Não foi possível ler a ordem" refetch={refetch} />
  if (!data) return <LoadingRows />
  return (
    <Stack>
      <Refused
        error={swap.error}
        otherwise="A troca não foi feita"
        gone="Este pedido já não vale: foi aceito ou retirado. Abaixo está o que vale agora."
      />
      <Text role="status" size="sm">
        {isSaid && doneText[swap.variables.does]}
      </Text>
      {data.asks.map((ask) => (
        <Asked key={ask.id} ask={ask} swap={swap} monthOf={monthOf} />
      ))}
      {data.position === null ? (
        <EmptyState title="Agora não há com quem trocar">
          Troca quem ainda espera, tem um só lugar e não deve nada atrasado. Quem está recebendo, ou já recebeu nesta
          volta, fica onde está.
        </EmptyState>
      ) : (
        <AskForm swaps={data} position={data.position} swap={swap} monthOf={monthOf} />
      )}
    </Stack>
  )
}

const doneText = {
  ask: 'Pedido feito. A outra pessoa foi avisada, e a troca só acontece se ela aceitar.',
  accept: 'Trocado. Todos foram avisados.',
  end: 'O pedido não vale mais.',
} as const

function Asked({ ask, swap, monthOf }: Props & { ask: SwapAsk; swap: Does }) {
  const month = monthOf(ask.other_position)
  return (
    <Paper withBorder p="md" component="article" aria-label={`Troca com o lugar ${ask.other_position}`}>
      <Text>
        {ask.mine
          ? `Você pediu para trocar com quem está no lugar ${ask.other_position}.`
          : `Quem está no lugar ${ask.other_position} quer trocar de vez com você.`}{' '}
        <b>
          Você iria do lugar {ask.position} para o {ask.other_position}.
        </b>{' '}
        {month && `Esse lugar recebe em ${month}.`}
      </Text>
      <Text size="sm" c="dimmed">
        {ask.why_not
          ? `Agora não pode ser feita. ${ask.why_not}`
          : `Vale até ${momentText(ask.until)}, enquanto os dois lugares forem estes.`}
      </Text>
      <Group gap="xs" mt="sm">
        {!ask.mine && ask.why_not === null && (
          <Button mih={44} disabled={swap.isPending} onClick={() => swap.mutate({ does: 'accept', ask })}>
            Aceitar a troca
          </Button>
        )}
        <Button
          mih={44}
          variant="default"
          disabled={swap.isPending}
          onClick={() => swap.mutate({ does: 'end', id: ask.id })}
        >
          {ask.mine ? 'Retirar o pedido' : 'Não quero trocar'}
        </Button>
      </Group>
    </Paper>
  )
}

/** Short, for a list of a phone's width. */
const inMonth = (month: string | null) => (month ? `: ${month}` : '')

const received = (month: string | null) => (month ? `, que recebe em ${month}` : '')

type FormProps = Props & { swaps: Swaps; position: number; swap: Does }

function AskForm({ swaps, position, swap, monthOf }: FormProps) {
  const [chosen, setChosen] = useState('')
  const asked = new Set(swaps.asks.flatMap((ask) => (ask.mine ? [ask.member_id] : [])))
  const people = swaps.people.filter(({ member_id: id }) => !asked.has(id))
  const other = people.find(({ member_id: id }) => id === chosen)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="pedir-troca">
      <Title order={2} size="h4" id="pedir-troca">
        Pedir uma troca
      </Title>
      <Text size="sm" mb="sm">
        Você está no lugar {position}
        {received(monthOf(position))}. Falem antes: a outra pessoa recebe na sua vez, e você na dela.
      </Text>
      <Stack>
        <NativeSelect
          label="Com quem"
          value={other ? chosen : ''}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { value: '', label: 'Escolha' },
            ...people.map(({ member_id: id, position: place }) => ({
              value: id,
              label: `Lugar ${place}${inMonth(monthOf(place))}`,
            })),
          ]}
        />
        <Button
          mih={44}
          disabled={!other || swap.isPending}
          onClick={() =>
            other &&
            swap.mutate(
              { does: 'ask', memberId: other.member_id, position, otherPosition: other.position },
              { onSuccess: () => setChosen('') },
            )
          }
        >
          {swap.isPending ? 'Pedindo...' : other ? `Pedir para ir para o lugar ${other.position}` : 'Pedir a troca'}
        </Button>
      </Stack>
    </Paper>
  )
}
