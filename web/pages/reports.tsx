import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { memberReportStatusLabels } from '#contracts/labels.ts'
import { failureText, request } from '#web/api/client.ts'
import { momentText } from '#web/text/dates.ts'
import { moneyText } from '#web/text/money.ts'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'

const reportsQuery = queryOptions({ queryKey: ['donations', 'reports', 'own'], queryFn: () => request('GET /donations/reports', { query: { limit: '50' } }) })

export default function ReportsPage() {
  const { data, error, refetch } = useQuery(reportsQuery)
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Meus Reports
        </Title>
        <Text c="dimmed">Acompanhe o status dos reports que você criou</Text>
      </div>
      {error && !data && <ErrorState message={failureText(error, 'Erro ao carregar reports')} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows label="Carregando seus reports..." />}
      {data?.data.length === 0 && <EmptyState title="Nenhum report encontrado">Você ainda não criou nenhum report.</EmptyState>}
      {data?.data.map((report) => (
        <Paper key={report.id} withBorder p="md" radius="md" component="article">
          <Group justify="space-between" align="flex-start">
            <div style={{ minWidth: 0 }}>
              <Text fw={600} className="wrap-anywhere">
                {report.donor.name} → {report.receiver.name}, {moneyText(report.amount)}
              </Text>
              <Text size="sm">{report.report_reason}</Text>
              <Text size="sm" c="dimmed">
                Criado em {momentText(report.created_at)}
              </Text>
              {report.report_resolution_message && <Text size="sm">Resolução: {report.report_resolution_message}</Text>}
            </div>
            <Badge variant="light" color={report.report_resolved ? 'mata' : 'sol'}>
              {memberReportStatusLabels[report.status]}
            </Badge>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
