import { Anchor, Container, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { planToldBy } from '#contracts/told-plans.ts'
import { failureText } from '#web/api/client.ts'
import { circleQuery, outcomeQuery } from '#web/features/circle/api.ts'
import { useNoCircle } from '#web/features/circle/no-circle.ts'
import { Terms } from '#web/features/circle/Terms.tsx'
import { LocalSimulation } from '#web/features/circle/simulation/LocalSimulation.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Brand } from '#web/ui/Brand.tsx'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'

/** The terms on a page of their own, for everybody, signed in or not. */
export default function TermsPage() {
  const { user } = useAuth()
  const hasNone = useNoCircle()
  const circle = useQuery(circleQuery)
  const outcome = useQuery(outcomeQuery)
  const error = circle.error ?? outcome.error
  return (
    <Container size="sm" py="lg" component="main">
      <Stack gap="lg">
        <Group justify="space-between">
          <Brand />
          <Anchor component={Link} to={user ? '/' : '/login'}>
            {user ? 'Voltar' : 'Entrar'}
          </Anchor>
        </Group>
        <Title order={1} size="h2">
          Termos e Condições
        </Title>
        <Paper withBorder p={{ base: 'md', sm: 'xl' }}>
          {circle.data && outcome.data ? (
            <Terms circle={circle.data} outcome={outcome.data} />
          ) : hasNone ? (
            <Text>
              Esta Ciranda ainda não tem um círculo, e por isso ainda não tem termos. Eles estarão aqui antes que alguém
              possa se cadastrar.
            </Text>
          ) : error ? (
            <ErrorState
              message={failureText(error, 'Erro ao carregar os termos')}
              onRetry={() => void Promise.all([circle.refetch(), outcome.refetch()])}
            />
          ) : (
            <LoadingRows rows={4} />
          )}
        </Paper>
        {circle.data && outcome.data && (
          <Paper withBorder p={{ base: 'md', sm: 'xl' }}>
            <LocalSimulation plan={planToldBy(circle.data)} outcome={outcome.data} />
          </Paper>
        )}
      </Stack>
    </Container>
  )
}
