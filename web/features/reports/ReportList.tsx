import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { MEMBER_REPORT_PAGE_SIZES, REPORTS_PAGE_SIZE } from '#contracts/limits.ts'
import { failureText } from '#web/api/client.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Paging } from '#web/ui/Paging.tsx'
import { useExistingPage } from '#web/ui/useExistingPage.ts'
import { listQuery } from './api.ts'
import { ReportTable } from './ReportTable.tsx'
import { filters } from './view.ts'
import { say } from '#web/text/say.ts'
import type { Patch, View } from './view.ts'

type Props = { readonly view: View; readonly onChange: (patch: Patch, options?: { push?: boolean }) => void }

/** The reports that the filter leaves, a page of them, in every state a list can be in. */
export function ReportList({ view, onChange }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery(listQuery(view))
  const goTo = useCallback((page: number) => onChange({ pagina: page === 1 ? '' : page }), [onChange])
  useExistingPage(view.page, isPlaceholderData ? undefined : data?.pagination, goTo)

  return (
    <>
      {error && (
        <ErrorState message={failureText(error, say('Erro ao carregar reports'))} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Loading />}
      {data && data.data.length > 0 && (
        <>
          <ReportTable
            reports={data.data}
            isBusy={isPlaceholderData}
            onOpen={(report) => onChange({ report }, { push: true })}
          />
          <Paging
            label={say('Páginas de reports')}
            pages={data.pagination}
            onPage={goTo}
            choice={{
              sizes: MEMBER_REPORT_PAGE_SIZES,
              usualSize: REPORTS_PAGE_SIZE,
              onSize: (size) => onChange({ tamanho: size === REPORTS_PAGE_SIZE ? '' : size, pagina: '' }),
            }}
          />
        </>
      )}
      {data?.pagination.totalItems === 0 && !isPlaceholderData && (
        <EmptyState
          title={say('Nenhum report encontrado')}
          action={
            view.filter !== 'todos' && (
              <Button variant="light" mt="xs" mih={44} onClick={() => onChange({ filtro: '', pagina: '' })}>
                Ver todos
              </Button>
            )
          }
        >
          {say(filters[view.filter].empty)}
        </EmptyState>
      )}
    </>
  )
}

function Loading() {
  return (
    <Stack gap="sm">
      <Text role="status" c="dimmed">
        {say('Carregando seus reports...')}
      </Text>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={92} aria-hidden="true" />
      ))}
    </Stack>
  )
}
