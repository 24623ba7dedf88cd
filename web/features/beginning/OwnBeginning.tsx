import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyText } from '#contracts/money-text.ts'
import { parseReais, reaisText } from '#web/text/reais.ts'
import { Listen } from '#web/ui/Listen.tsx'
import { Refused } from '#web/ui/Refused.tsx'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { ownBeginningQuery, useAnswer } from './api.ts'
import type { OwnRow } from './api.ts'

/** The reader's own row of a roda that is to come in, and their yes or no. */
export function OwnBeginning() {
  const { data, error, refetch } = useQuery(ownBeginningQuery)
  if (error && !data) return <Unread error={error} otherwise="Não foi possível ler o começo" refetch={refetch} />
  if (!data) return <LoadingRows rows={1} />
  if (!data.row)
    return (
      <EmptyState title="Nada a conferir">
        Ninguém lançou o que você deu e recebeu antes, ou a roda já entrou com isso.
      </EmptyState>
    )
  return <Row row={data.row} key={`${data.row.given} ${data.row.received} ${data.row.turn}`} />
}

function Row({ row }: { row: OwnRow }) {
  const answer = useAnswer()
  const [isWrong, setWrong] = useState(false)
  const { given, received, turn, people, accepted, said } = row
  const text = `Até aqui você deu ${moneyText(given)} e recebeu ${moneyText(received)}.`
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="seu-comeco">
      <Title order={2} size="h3" id="seu-comeco">
        {text}
      </Title>
      <Text mt={4} mb="sm">
        {received > 0 ? `A sua vez foi a ${turn}ª de ${people}, e já passou.` : `A sua vez é a ${turn}ª de ${people}.`}
      </Text>
      <Listen text={text} />
      <div role="status">
        {accepted && (
          <Alert color="mata" mt="sm" title="Você disse que está certo">
            A roda entra quando todas as pessoas disserem o mesmo do que é delas.
          </Alert>
        )}
        {said && (
          <Alert color="sol" mt="sm" title="Você disse que não está certo">
            Para você, deu {moneyText(said.given)} e recebeu {moneyText(said.received)}. Quem organiza foi avisado:
            falem, e depois confira de novo aqui.
          </Alert>
        )}
      </div>
      <Refused error={answer.error} otherwise="A sua resposta não foi guardada" mt="sm" />
      {isWrong ? (
        <Contest row={row} answer={answer} onDone={() => setWrong(false)} />
      ) : (
        <Group gap="xs" mt="md">
          {!accepted && (
            <Button mih={44} disabled={answer.isPending} onClick={() => answer.mutate({ row })}>
              {answer.isPending ? 'Guardando...' : 'Está certo'}
            </Button>
          )}
          <Button mih={44} variant="default" disabled={answer.isPending} onClick={() => setWrong(true)}>
            Não está certo
          </Button>
        </Group>
      )}
    </Paper>
  )
}

type ContestProps = { row: OwnRow; answer: ReturnType<typeof useAnswer>; onDone: () => void }

/** The reader tells who organises what is right. */
function Contest({ row, answer, onDone }: ContestProps) {
  const [given, setGiven] = useState(reaisText(row.said?.given ?? row.given))
  const [received, setReceived] = useState(reaisText(row.said?.received ?? row.received))
  const sums = { given: parseReais(given), received: parseReais(received) }
  const areRead = sums.given !== null && sums.received !== null
  const fault = (amount: number | null) => (amount === null ? 'Escreva um valor em reais, como 300,00.' : null)
  return (
    <Stack mt="md" gap="sm" component="form" onSubmit={(event) => event.preventDefault()}>
      <Text>O que está certo? Quem organiza recebe estes valores e corrige com você.</Text>
      <TextInput
        label="Você deu (R$)"
        inputMode="decimal"
        value={given}
        error={fault(sums.given)}
        onChange={(event) => setGiven(event.currentTarget.value)}
      />
      <TextInput
        label="Você recebeu (R$)"
        inputMode="decimal"
        value={received}
        error={fault(sums.received)}
        onChange={(event) => setReceived(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          type="submit"
          mih={44}
          disabled={!areRead || answer.isPending}
          onClick={() =>
            areRead &&
            answer.mutate({ row, sums: { given: sums.given!, received: sums.received! } }, { onSuccess: onDone })
          }
        >
          {answer.isPending ? 'Avisando...' : 'Avisar quem organiza'}
        </Button>
        <Button mih={44} variant="default" onClick={onDone}>
          Voltar
        </Button>
      </Group>
    </Stack>
  )
}
