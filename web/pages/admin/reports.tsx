import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { adminReportStatusLabels } from '#contracts/labels.ts'
import { failureText, request } from '#web/api/client.ts'
import { momentText } from '#web/text/dates.ts'
import { moneyText } from '#web/text/money.ts'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'

const reportsQuery = queryOptions({ queryKey: ['admin', 'reports'], queryFn: () => request('GET /admin/donations/reports', { query: { limit: '50' } }) })

export default function AdminReportsPage() {
  const { data, error, refetch } = useQuery(reportsQuery)
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Reports de Doações
      </Title>
      {error && !data && <ErrorState message={failureText(error, 'Erro ao carregar reports')} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data?.data.length === 0 && <EmptyState title="Nenhum report encontrado" />}
      {data?.data.map((report) => (
        <Paper key={report.id} withBorder p="md" radius="md" component="article">
          <Group justify="space-between" align="flex-start">
            <div style={{ minWidth: 0 }}>
              <Text fw={600} className="wrap-anywhere">
                {report.reporter.name} reportou {report.donor.name} → {report.receiver.name}, {moneyText(report.amount)}
              </Text>
              <Text size="sm">{report.report_reason}</Text>
              <Text size="sm" c="dimmed">
                {momentText(report.reported_at)}
              </Text>
            </div>
            <Badge variant="light">{adminReportStatusLabels[report.status]}</Badge>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
