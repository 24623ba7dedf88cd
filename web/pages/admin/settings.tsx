import { Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failureText } from '#web/api/client.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { Terms } from '#web/features/circle/Terms.tsx'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'

/** The circle as it is: its mode and its plan, read only. */
export default function SettingsPage() {
  const { data, error, refetch } = useQuery(circleQuery)
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Configurações
      </Title>
      {error && !data && <ErrorState message={failureText(error, 'Erro ao carregar o círculo')} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && (
        <Paper withBorder p="lg" radius="md">
          <Title order={2} size="h4" mb="sm">
            {data.name}
          </Title>
          <Text mb="sm">
            Plano “{data.plan.name}”, versão {data.plan.version}. O plano não muda depois que o círculo tem doações.
          </Text>
          <Terms circle={data} />
        </Paper>
      )}
    </Stack>
  )
}
