import { Paper, Progress, SimpleGrid, Text, Title } from '@mantine/core'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { failureText, request } from '#web/api/client.ts'
import { moneyText } from '#web/text/money.ts'
import { ErrorState, LoadingRows } from '#web/ui/states.tsx'

const levelStatsQuery = (level: '1' | '2' | '3') =>
  queryOptions({ queryKey: ['admin', 'level-stats', level], queryFn: () => request('GET /donations/admin/level-stats/{level}', { params: { level } }) })

/** How each level stands in the circle. */
export function LevelStats() {
  const levels = useQueries({ queries: (['1', '2', '3'] as const).map(levelStatsQuery) })
  const failed = levels.find((level) => level.error && !level.data)
  if (failed) return <ErrorState message={failureText(failed.error, 'Erro ao carregar estatísticas')} onRetry={() => levels.forEach((level) => void level.refetch())} />
  if (levels.some((level) => !level.data)) return <LoadingRows />
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }}>
      {levels.map(({ data }) => (
        <Paper key={data!.level} withBorder p="md" radius="md">
          <Title order={2} size="h4">
            Nível {data!.level}
          </Title>
          <Progress value={data!.averageProgress} my="sm" aria-label={`Progresso médio do nível ${data!.level}`} />
          <Text size="sm">
            {data!.activeUsers} na fila · {data!.completedUsers} de {data!.totalUsers} concluíram · progresso médio {data!.averageProgress}%
          </Text>
          <Text size="sm" c="dimmed">
            {data!.totalDonationsReceived} doações recebidas, {moneyText(data!.totalAmountReceived)}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  )
}
