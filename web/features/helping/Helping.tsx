import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { LoadingRows } from '#web/ui/states.tsx'
import { helpingQuery, useEndHelping } from './api.ts'

const firstName = (name: string) => name.split(' ')[0]!

/** For whom the reader acts, and who acts for them: each is ended here at once. */
export function Helping() {
  const { data, error } = useQuery(helpingQuery)
  const { actFor } = useAuth()
  const navigate = useNavigate()
  const end = useEndHelping()
  const enter = useMutation({ mutationFn: actFor, onSuccess: () => navigate({ to: '/home' }) })
  const fault = error ?? end.error ?? enter.error
  const isBusy = end.isPending || enter.isPending
  return (
    <Stack gap="sm">
      <Refused error={fault} otherwise="Não foi possível. Tente de novo." />
      {!data && !error && <LoadingRows rows={2} />}
      {data?.helped.map(({ id, name }) => (
        <Person
          key={id}
          title={`Ajudo ${name}`}
          text={`Você paga, confirma e aceita os termos por ${firstName(name)}, com os dois nomes no livro. Faça só o que ela pedir.`}
        >
          <Button mih={44} disabled={isBusy} onClick={() => enter.mutate(id)}>
            Fazer por {firstName(name)}
          </Button>
          <Button
            mih={44}
            variant="default"
            disabled={isBusy}
            aria-label={`Deixar de ajudar ${name}`}
            onClick={() => end.mutate(id)}
          >
            Deixar de ajudar
          </Button>
        </Person>
      ))}
      {data?.helper && (
        <Person
          title={`${data.helper.name} ajuda você`}
          text="Essa pessoa paga, confirma e aceita os termos por você, e você lê cada coisa que ela fez. A sua chave e a sua senha ela não troca."
        >
          <Button mih={44} variant="default" disabled={isBusy} onClick={() => end.mutate(data.helper!.id)}>
            Encerrar a ajuda
          </Button>
        </Person>
      )}
      {data && !data.helper && data.helped.length === 0 && (
        <Text>
          Você não ajuda ninguém, e ninguém ajuda você. Quem não tem celular participa com ajuda: fale com quem
          organiza.
        </Text>
      )}
    </Stack>
  )
}

function Person({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <div>
          <Text fw={600} className="wrap-anywhere">
            {title}
          </Text>
          <Text size="sm">{text}</Text>
        </div>
        <Group gap="xs">{children}</Group>
      </Stack>
    </Paper>
  )
}
