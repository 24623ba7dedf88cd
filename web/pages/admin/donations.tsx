import { Badge, Pagination, Stack, Table, Title } from '@mantine/core'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { donationStatusLabels, donationTypeLabel } from '#contracts/labels.ts'
import { failureText, request } from '#web/api/client.ts'
import { dayText } from '#web/text/dates.ts'
import { moneyText } from '#web/text/money.ts'
import { paginationLabels } from '#web/ui/pagination-labels.ts'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'

const listQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'donations', page],
    queryFn: () => request('GET /admin/donations/list', { query: { page: String(page), limit: '10' } }),
    placeholderData: keepPreviousData,
  })

export default function AdminDonationsPage() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(listQuery(page))
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Doações do Sistema
      </Title>
      {error && !data && <ErrorState message={failureText(error, 'Erro ao carregar doações')} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data?.data.length === 0 && <EmptyState title="Nenhuma doação encontrada" />}
      {data && data.data.length > 0 && (
        <section style={{ overflowX: 'auto' }} tabIndex={0} aria-label="Doações">
          <Table miw={640}>
            <Table.Thead>
              <Table.Tr>
                {['Tipo', 'De → Para', 'Valor', 'Status', 'Criada em', 'Prazo'].map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.data.map((donation) => (
                <Table.Tr key={donation.id}>
                  <Table.Td>{donationTypeLabel(donation.type)}</Table.Td>
                  <Table.Td>
                    {donation.donor.name} → {donation.receiver?.name}
                  </Table.Td>
                  <Table.Td>{moneyText(donation.amount)}</Table.Td>
                  <Table.Td>
                    <Badge variant="light">{donationStatusLabels[donation.status]}</Badge>
                  </Table.Td>
                  <Table.Td>{dayText(donation.createdAt)}</Table.Td>
                  <Table.Td>{donation.deadline ? dayText(donation.deadline) : '-'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
      {data && data.pagination.totalPages > 1 && <Pagination total={data.pagination.totalPages} value={page} onChange={setPage} getControlProps={(control) => ({ 'aria-label': paginationLabels[control] })} />}
    </Stack>
  )
}
