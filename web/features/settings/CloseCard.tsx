import './settings.css'
import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { resultQuery } from '#web/features/circle/api.ts'
import { dayText } from '#web/text/dates.ts'
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
          ) : (
            <Text fw={600}>Ainda não: todos precisam receber o que deram, sem nada em aberto.</Text>
          )}
        </>
      )}
    </Paper>
  )
}

function CloseForm({ name }: { name: string }) {
  const [typed, setTyped] = useState('')
  const { mutate, isPending, error } = useCloseCircle()
  const submit = (event: React.FormEvent) => {
    event.preventDefault()
    if (typed.trim() === name && !isPending) mutate({ confirmation: typed })
  }
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
          {isPending ? 'Encerrando...' : 'Encerrar para sempre'}
        </Button>
      </Stack>
    </form>
  )
}
