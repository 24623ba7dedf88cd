import { Anchor, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { momentText } from '#web/text/dates.ts'
import { countText } from '#web/text/numbers.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { circleQuery, outcomeQuery, resultQuery } from './api.ts'
import { DayCode } from './DayCode.tsx'
import { Founders } from './Founders.tsx'
import { Ring } from './Ring.tsx'
import { Stopping } from './Stopping.tsx'
import { StoppingGains } from './StoppingGains.tsx'
import { pathToEnd } from './roda-outcome.ts'
import { OwnLine, Balance, Totals } from './CircleResult.tsx'

/** By itself, since it hashes what it shows. */
const Changes = lazyPart(() => import('./Changes.tsx'))

/**
 * 'A roda hoje': what the circle has done to all of its members so far, from its ledger, and the reader's own line in
 * it.
 */
export function CircleToday() {
  const { data, error, refetch } = useQuery(resultQuery)
  const { data: circle } = useQuery(circleQuery)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar a roda" refetch={refetch} />
  if (!data) return <LoadingRows rows={2} label="Carregando a roda..." />
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="roda-hoje">
      <Title order={2} size="h4" id="roda-hoje">
        A roda hoje
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        Contado do livro do círculo em {momentText(data.at)}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
        <Ring ring={data.ring} />
        <Stack gap="lg">
          {data.own && <OwnLine own={data.own} />}
          <Balance result={data} />
          <Totals result={data} />
        </Stack>
      </SimpleGrid>
      <section aria-labelledby="se-parar">
        <Title order={3} size="h5" id="se-parar" mt="md" mb={6}>
          Se a roda parar no meio
        </Title>
        <Ahead />
      </section>
      <DayCode />
      <Suspense fallback={<Skeleton height={92} mt="md" />}>
        <Changes />
      </Suspense>
      {circle && <Founders circle={circle} />}
      <Text size="sm" mt="xs">
        <Anchor component={Link} to="/calendar">
          Quando é a vez de cada lugar
        </Anchor>
        {' · '}
        <Anchor component={Link} to="/terms">
          O que este plano faz com todos
        </Anchor>
        {' · '}
        <Anchor component={Link} to="/ledger">
          Ver e conferir o livro do círculo
        </Anchor>
        {' · '}
        <Anchor component={Link} to="/conhecidos">
          Quem conhece quem
        </Anchor>
        {' · '}
        <Anchor component={Link} to={data.own ? '/draw' : '/admin/queue/draw'}>
          Como a ordem foi feita
        </Anchor>
      </Text>
    </Paper>
  )
}

/** The way of the plan to its end: when all are back at zero, and what is missing if it stops before. */
export function Ahead() {
  const { data: outcome, isPending } = useQuery(outcomeQuery)
  // Without a role: what is announced on these pages are their own results.
  if (isPending) return <Skeleton height={230} mt="md" />
  const path = outcome && pathToEnd(outcome, 0)
  if (!path) return <Text size="sm">Ainda não foi calculado.</Text>
  return (
    <>
      <Stopping path={path} />
      <StoppingGains outcome={outcome} />
      <Text size="xs" c="dimmed">
        Simulado com as regras do círculo, para {countText(outcome.members, 'pessoa', 'pessoas')} que começam juntas.
      </Text>
    </>
  )
}
