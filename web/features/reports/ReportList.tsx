import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MEMBER_REPORT_PAGE_SIZES, REPORTS_PAGE_SIZE } from '#contracts/limits.ts'
import { failureText } from '#web/api/client.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { TablePaging } from '#web/ui/TablePaging.tsx'
import { listQuery } from './api.ts'
import { ReportTable } from './ReportTable.tsx'
import { filters, pageWithin } from './view.ts'
import type { Address, View } from './view.ts'

type Props = { readonly view: View; readonly onChange: (patch: Partial<Address>, options?: { push?: boolean }) => void }

/** The reports that the filter leaves, a page of them, in every state a list can be in. */
export function ReportList({ view, onChange }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery(listQuery(view))
  const paging = isPlaceholderData ? undefined : data?.pagination
  const corrected = paging ? pageWithin(view.page, paging.totalPages) : null
  useEffect(() => {
    if (corrected !== null) onChange({ pagina: pageText(corrected) })
  }, [corrected, onChange])

  return (
    <>
      {error && <ErrorState message={failureText(error, 'Erro ao carregar reports')} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && data.data.length > 0 && (
        <>
          <ReportTable
            reports={data.data}
            isBusy={isPlaceholderData}
            onOpen={(report) => onChange({ report }, { push: true })}
          />
          <TablePaging
            label="Páginas de reports"
            paging={data.pagination}
            sizes={MEMBER_REPORT_PAGE_SIZES}
            usualSize={REPORTS_PAGE_SIZE}
            onPage={(page) => onChange({ pagina: pageText(page) })}
            onSize={(size) => onChange({ tamanho: size === REPORTS_PAGE_SIZE ? '' : String(size), pagina: '' })}
          />
        </>
      )}
      {data?.pagination.totalItems === 0 && !isPlaceholderData && (
        <EmptyState
          title="Nenhum report encontrado"
          action={
            view.filter !== 'todos' && (
              <Button variant="light" mt="xs" mih={44} onClick={() => onChange({ filtro: '', pagina: '' })}>
                Ver todos
              </Button>
            )
          }
        >
          {filters[view.filter].empty}
        </EmptyState>
      )}
    </>
  )
}

function Loading() {
  return (
    <Stack gap="sm">
      <Text role="status" c="dimmed">
        Carregando seus reports...
      </Text>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} height={92} radius="md" aria-hidden="true" />
      ))}
    </Stack>
  )
}

// The first page is the address without one.
function pageText(page: number): string {
  return page === 1 ? '' : String(page)
}
