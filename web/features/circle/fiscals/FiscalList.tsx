import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useIsOver } from '#web/features/circle/roda.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { fiscalsQuery, useFiscal } from './api.ts'
import type { Fiscals } from './api.ts'
import { standingText } from './fiscal-text.ts'
import { useFiscalsKept } from './held-fiscals.ts'

type Props = {
  /** The reader's id as a member; null for those who administer alone, who confirm nobody. */
  readonly ownId: string | null
}

/** The fiscals and those who are named to be one; each member confirms them, or ends it, by their own device. */
export function FiscalList({ ownId }: Props) {
  const { data, error, refetch } = useQuery(fiscalsQuery)
  const fiscal = useFiscal()
  const isOver = useIsOver()
  const areKept = useFiscalsKept(data, ownId)
  if (error && !data) return <Unread error={error} otherwise="Não foi possível ler os fiscais" refetch={refetch} />
  if (!data) return <LoadingRows rows={2} />
  return (
    <Stack>
      <Refused error={fiscal.error} otherwise="A sua palavra não foi anotada. Tente de novo." />
      <Text role="status" size="sm">
        {fiscal.isSuccess &&
          (fiscal.variables.does === 'withdraw'
            ? 'Indicação retirada.'
            : 'Anotado no livro, assinado por este aparelho.')}
      </Text>
      {areKept === false && (
        <Alert color="red" role="alert" title="Estes não são os fiscais do livro">
          No livro que este aparelho conferiu são outras pessoas, ou outras palavras sobre elas. Não confirme ninguém
          antes de mostrar isto ao grupo.
        </Alert>
      )}
      {data.people.length === 0 && (
        <EmptyState title="Ainda não há fiscal">
          {data.is_real
            ? 'Quem organiza indica alguém da roda. Sem fiscal, o que é grave espera 72 horas, e cada pessoa pode discordar.'
            : 'Numa demonstração não há fiscais.'}
        </EmptyState>
      )}
      {ownId && data.people.length > 0 && !data.has_word && (
        <Text size="sm">A roda já começou: quem confirma fiscais são as pessoas que tinham lugar nela.</Text>
      )}
      {data.people.map((person) => (
        <FiscalCard
          key={person.member_id}
          person={person}
          members={data.members}
          hasWord={data.has_word}
          {...{ ownId, isOver, fiscal }}
        />
      ))}
    </Stack>
  )
}

type CardProps = Props & {
  readonly person: Fiscals['people'][number]
  readonly members: number
  readonly hasWord: boolean
  readonly isOver: boolean
  readonly fiscal: ReturnType<typeof useFiscal>
}

function FiscalCard({ person, members, hasWord, ownId, isOver, fiscal: { mutate, isPending } }: CardProps) {
  const { member_id: memberId, name, since, mine } = person
  const isSelf = memberId === ownId
  return (
    <Paper withBorder p="md" component="article" aria-label={name}>
      <Title order={2} size="h5" className="wrap-anywhere">
        {isSelf ? `${name}, você` : name}
      </Title>
      <Text mt={4}>{standingText(person, members)}</Text>
      {ownId && !isOver && (
        <Group gap="xs" mt="sm">
          {isSelf && (
            <Button variant="default" mih={44} disabled={isPending} onClick={() => mutate({ does: 'resign' })}>
              {since === null ? 'Não quero ser fiscal' : 'Deixar de ser fiscal'}
            </Button>
          )}
          {hasWord && !isSelf && mine !== 'confirmed' && (since === null || mine === 'ended') && (
            <Button mih={44} disabled={isPending} onClick={() => mutate({ does: 'confirm', memberId })}>
              Confirmar {name.split(' ')[0]} como fiscal
            </Button>
          )}
          {hasWord && !isSelf && mine !== 'ended' && (since !== null || mine === 'confirmed') && (
            <Button variant="default" mih={44} disabled={isPending} onClick={() => mutate({ does: 'end', memberId })}>
              {since === null ? 'Retirar a minha confirmação' : `Não quero mais ${name} como fiscal`}
            </Button>
          )}
        </Group>
      )}
      {person.withdrawable && !isOver && (
        <Button
          variant="default"
          mih={44}
          mt="sm"
          disabled={isPending}
          onClick={() => mutate({ does: 'withdraw', memberId })}
        >
          Retirar a indicação de {name.split(' ')[0]}
        </Button>
      )}
    </Paper>
  )
}
