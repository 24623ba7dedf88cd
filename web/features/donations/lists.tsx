import './donations.css'
import { Badge, Pagination, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { donationTypeLabel, memberDonationStatusLabel } from '#contracts/labels.ts'
import { failureText } from '#web/api/client.ts'
import { dayText } from '#web/text/dates.ts'
import { moneyText } from '#web/text/money.ts'
import { paginationLabels } from '#web/ui/pagination-labels.ts'
import { EmptyState, ErrorState, LoadingRows } from '#web/ui/states.tsx'
import { historyQuery, statsQuery, toReceiveQuery, toSendQuery } from './api.ts'
import { DonationCard } from './DonationCard.tsx'

const HISTORY_PAGE = 20
/** How many donations show how to pay them without being asked: the first are the most urgent. */
const OPENED = 2

export function ToSendList() {
  const { data, error, refetch } = useQuery(toSendQuery)
  const { data: stats } = useQuery(statsQuery)
  if (error && !data) return <ErrorState message={failureText(error, 'Erro ao carregar doações a enviar')} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  if (data.length === 0) {
    return (
      <EmptyState title="Nada a fazer agora">
        {stats?.nextMonthlyContribution ? `Sua próxima contribuição mensal é a partir de ${dayText(stats.nextMonthlyContribution)}.` : 'Quando houver uma doação a fazer, ela aparece aqui com o valor, o prazo e o código para pagar.'}
      </EmptyState>
    )
  }
  return (
    <Stack>
      {data.map((donation, index) => (
        <DonationCard key={donation.id} donation={donation} side="donor" isOpen={index < OPENED} />
      ))}
    </Stack>
  )
}

export function ToReceiveList() {
  const { data, error, refetch } = useQuery(toReceiveQuery)
  if (error && !data) return <ErrorState message={failureText(error, 'Erro ao carregar doações a receber')} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  if (data.length === 0) return <EmptyState title="Nada a receber agora">Quando for a sua vez, cada doação a caminho aparece aqui com o nome de quem doa.</EmptyState>
  return (
    <Stack>
      {data.map((donation) => (
        <DonationCard key={donation.id} donation={donation} side="receiver" />
      ))}
    </Stack>
  )
}

export function HistoryList() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(historyQuery(page, HISTORY_PAGE))
  if (error && !data) return <ErrorState message={failureText(error, 'Erro ao carregar histórico')} onRetry={() => void refetch()} />
  if (!data) return <LoadingRows />
  if (data.data.length === 0) return <EmptyState title="Nenhuma doação encerrada ainda">Doações concluídas, expiradas ou canceladas ficam guardadas aqui.</EmptyState>
  return (
    <Stack>
      {data.data.map((donation) => {
        const isDonor = donation.role === 'DONOR'
        const other = isDonor ? donation.receiver : donation.donor
        return (
          <Paper key={donation.id} withBorder p="md" radius="md" component="article" className="history-row" data-role={donation.role}>
            <span className="history-way" aria-hidden="true">
              {isDonor ? '↑' : '↓'}
            </span>
            <div style={{ minWidth: 0 }}>
              <Text fw={700}>
                {isDonor ? '−' : '+'} {moneyText(donation.amount)}
              </Text>
              <Text className="wrap-anywhere">
                {isDonor ? 'Para' : 'De'} {other?.name}
              </Text>
              <Text size="sm" c="dimmed">
                {donationTypeLabel(donation.type)} · {dayText(donation.endedAt)}
              </Text>
            </div>
            <Badge color={donation.status === 'CONFIRMED' ? 'mata' : 'gray'} variant="light">
              {memberDonationStatusLabel(donation.status)}
            </Badge>
          </Paper>
        )
      })}
      {data.pagination.totalPages > 1 && (
        <Pagination total={data.pagination.totalPages} value={page} onChange={setPage} getControlProps={(control) => ({ 'aria-label': paginationLabels[control] })} />
      )}
    </Stack>
  )
}
