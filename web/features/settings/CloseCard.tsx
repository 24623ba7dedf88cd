import './settings.css'
import { Alert, Anchor, Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { resultQuery } from '#web/features/circle/api.ts'
import { SHORT_ENDING_DAYS } from '#circle/short-ending.ts'
import { moneyText } from '#contracts/money-text.ts'
import { dayText, momentText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { useCloseCircle } from './api.ts'
import type { CircleSettings } from './api.ts'
import { Refused } from '#web/ui/Refused.tsx'

/** Ends the circle for good after its name was typed, and says before that when it can be done. */
export function CloseCard({ circle }: Pick<CircleSettings, 'circle'>) {
  const { data: result } = useQuery(resultQuery)
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="close" className="danger-zone">
      <Title order={2} size="h4" id="close">
        Encerrar
      </Title>
      {circle.closed_at ? (
        <Text mt={4}>Encerrada em {dayText(circle.closed_at)}. Tudo o que aconteceu continua aqui para ler.</Text>
      ) : (
        <>
          <Text mt={4} mb="md">
            Encerre quando a volta terminar e ninguém quiser outra. Depois só se lê: ninguém entra, nada é pedido, e não
            há como voltar atrás. Cada pessoa recebe um aviso.
          </Text>
          {result?.over ? (
            <CloseForm name={circle.name} />
          ) : result?.lacking ? (
            <ShortEnding name={circle.name} {...result.lacking} />
          ) : (
            <Text fw={600}>Ainda não: todos precisam receber o que deram, sem nada em aberto.</Text>
          )}
        </>
      )}
    </Paper>
  )
}

/** Somebody left and does not come back: those who lack something are told, and each of them can stop it. */
function ShortEnding({ name, members, amount }: { name: string; members: number; amount: number }) {
  return (
    <>
      <Text fw={600}>
        Faltam {moneyText(amount)} a {countText(members, 'pessoa', 'pessoas')}, e não há mais o que pedir.
      </Text>
      <Text mb="md">
        Primeiro tente trazer de volta quem saiu. Se não der, proponha encerrar assim. Cada pessoa a quem falta dinheiro
        é avisada e pode discordar. Se nenhuma discordar em {SHORT_ENDING_DAYS} dias, a roda encerra. Quem saiu devendo
        ainda pode pagar.
      </Text>
      <CloseForm name={name} isShort />
    </>
  )
}

function CloseForm({ name, isShort = false }: { name: string; isShort?: boolean }) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error, data } = useCloseCircle()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (typed.trim() === name && !isPending) mutate({ confirmation: typed })
  }
  if (data?.approval)
    return (
      <Alert color="mata" role="status" title="Proposto">
        Se ninguém discordar, a roda encerra em {momentText(data.approval.due_at!)}.{' '}
        <Anchor inherit renderRoot={(props) => <Link {...props} to="/admin/approvals" />}>
          Ver a proposta
        </Anchor>
        .
      </Alert>
    )
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          Para confirmar, escreva o nome: <b className="wrap-anywhere">{name}</b>
        </Text>
        <TextInput
          label="Nome da roda"
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Refused error={error} otherwise="Não foi possível encerrar." />
        <Button type="submit" variant="outline" color="red" mih={44} disabled={typed.trim() !== name || isPending}>
          {isPending ? 'Enviando...' : isShort ? 'Propor o encerramento' : 'Encerrar para sempre'}
        </Button>
      </Stack>
    </form>
  )
}
