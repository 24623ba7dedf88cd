import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { failureText } from '#web/api/client.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { Paging } from '#web/ui/Paging.tsx'
import { useExistingPage } from '#web/ui/useExistingPage.ts'
import { listQuery } from './api.ts'
import type { Report } from './api.ts'
import { ReportStatus } from './ReportStatus.tsx'
import { DonationLine, ReportTable } from './ReportTable.tsx'
import { isSearching, PAGE_SIZES } from './view.ts'
import { say } from '#web/text/say.ts'
import type { Patch, View } from './view.ts'

type Props = { readonly view: View; readonly onChange: (patch: Patch, options?: { push?: boolean }) => void }

const FAILED = 'Erro ao carregar reports'

/** One result as a card, more as a table. */
export function ReportList({ view, onChange }: Props) {
  const { data, error, isPlaceholderData, refetch } = useQuery(listQuery(view))
  const goTo = useCallback((pagina: number) => onChange({ pagina }), [onChange])
  const isThere = useExistingPage(view.page, isPlaceholderData ? undefined : data?.pagination, goTo)

  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data || !isThere) return <LoadingRows rows={4} />
  const open = (id: string) => onChange({ report: id }, { push: true })
  const { totalItems } = data.pagination
  return (
    <Stack>
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {totalItems === 0 && <Nothing view={view} onChange={onChange} />}
      {totalItems === 1 && data.data[0] && <ReportCard report={data.data[0]} onOpen={open} />}
      {totalItems > 1 && <ReportTable rows={data.data} isBusy={isPlaceholderData} onOpen={open} />}
      <Paging
        label={say('Páginas de reports')}
        pages={data.pagination}
        onPage={(page) => onChange({ pagina: page }, { push: true })}
        choice={{ sizes: PAGE_SIZES, onSize: (size) => onChange({ tamanho: size, pagina: '' }) }}
      />
    </Stack>
  )
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const reason = failureText(error, say(FAILED))
  return (
    <div>
      <ErrorState message={say(FAILED)} onRetry={onRetry} />
      {reason !== say(FAILED) && (
        <Text size="sm" c="dimmed" mt={4}>
          {reason}
        </Text>
      )}
    </div>
  )
}

function ReportCard({ report, onOpen }: { report: Report; onOpen: (id: string) => void }) {
  return (
    <Paper withBorder p="lg" component="article" aria-label={say`Report de ${report.reporter.name}`}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Text fw={600} className="wrap-anywhere">
            {report.reporter.name} reportou
          </Text>
          <ReportStatus status={report.status} />
        </Group>
        <Text className="wrap-anywhere">{report.report_reason}</Text>
        <DescriptionList
          items={[
            { name: 'Doação', value: <DonationLine report={report} /> },
            { name: 'Criado em', value: fullMomentText(report.created_at) },
            {
              name: 'ID',
              value: (
                <Text component="span" inherit ff="monospace" fz={14}>
                  {report.id}
                </Text>
              ),
              isWide: true,
            },
          ]}
        />
        <Group>
          <Button variant="light" onClick={() => onOpen(report.id)}>
            Ver Detalhes
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Nothing({ view, onChange }: Props) {
  const isFiltered = isSearching(view) || view.group !== null || view.from !== '' || view.to !== ''
  if (!isFiltered)
    return (
      <EmptyState title={say('Nenhum report encontrado')}>
        {say('Quando alguém reportar uma doação, o report aparece aqui.')}
      </EmptyState>
    )
  return (
    <EmptyState
      title={say('Nenhum report encontrado')}
      action={
        <Group justify="center">
          {isSearching(view) && (
            <Button variant="light" onClick={() => onChange({ por: '', busca: '', pagina: '' })}>
              Limpar busca
            </Button>
          )}
          <Button
            variant="light"
            onClick={() => onChange({ por: '', busca: '', filtro: '', de: '', ate: '', pagina: '' })}
          >
            Mostrar todos
          </Button>
        </Group>
      }
    >
      {say('Nenhum report corresponde aos filtros escolhidos.')}
    </EmptyState>
  )
}
