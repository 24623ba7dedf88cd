import { Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lastDayBefore } from '#contracts/age.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { donationStatusLabels } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { dayText } from '#web/text/dates.ts'
import { Paging } from '#web/ui/Paging.tsx'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { moneyQuery } from './api.ts'

type Money = AnswerOf<'GET /fiscals/donations'>['data'][number]

/** The roda's donations as a fiscal reads them, newest first. */
export function MoneyList() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(moneyQuery(page))
  if (error && !data) return <Unread error={error} otherwise="Não foi possível ler as doações" refetch={refetch} />
  if (!data) return <LoadingRows />
  if (data.data.length === 0)
    return <EmptyState title="Ainda não há doações">Elas aparecem aqui quando o mês for pedido.</EmptyState>
  return (
    <Stack gap="xs">
      {data.data.map((donation) => (
        <Paper key={donation.id} withBorder p="sm" component="article">
          <Text fw={700} className="no-break">
            {moneyText(donation.amount)}
          </Text>
          <Text className="wrap-anywhere">
            De {donation.donor} para {donation.receiver}
          </Text>
          <Text size="sm" c="dimmed">
            {standing(donation)}
          </Text>
        </Paper>
      ))}
      {data.pagination.totalPages > 1 && (
        <Paging label="Páginas das doações" noun="doações" pages={data.pagination} onPage={setPage} />
      )}
    </Stack>
  )
}

/** How it stands, in a line: 'Aguardando pagamento até 10/12 · recebido até agora R$ 40,00 · tem um caso'. */
function standing({ status, paid, deadline, endedAt, overdue, is_reported }: Money): string {
  const isUnpaid = status === 'PENDING_PAYMENT'
  const until = endedAt
    ? ` em ${dayText(endedAt)}`
    : isUnpaid && deadline
      ? ` até ${dayText(lastDayBefore(Date.parse(deadline)))}`
      : ''
  return [
    `${donationStatusLabels[status]}${until}`,
    overdue && !endedAt ? 'passou do prazo' : [],
    paid > 0 && !endedAt ? `recebido até agora ${moneyText(paid)}` : [],
    is_reported ? 'tem um caso' : [],
  ]
    .flat()
    .join(' · ')
}
