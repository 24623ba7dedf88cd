import { useQuery } from '@tanstack/react-query'
import { moneyText } from '#contracts/money-text.ts'
import { StatCards } from '#web/ui/StatCards.tsx'
import type { StatCard } from '#web/ui/StatCards.tsx'
import { countText } from '#web/text/numbers.ts'
import { statsQuery } from './api.ts'

/** The whole circle's donations in five numbers, whatever the list below is filtered by. */
export function DonationStats() {
  const { data, isError } = useQuery(statsQuery)
  const missing = isError ? '—' : null
  const total = data?.totalDonations ?? 0
  const part = (label: string, count: number | undefined, tone: NonNullable<StatCard['tone']>): StatCard => ({
    label,
    value: count === undefined ? missing : countText(count),
    share: total > 0 && count !== undefined ? count / total : 0,
    tone,
  })
  const sum = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined ? undefined : one + other
  return (
    <StatCards
      label="Resumo das doações"
      cards={[
        { label: 'Valor total', value: data ? moneyText(data.totalAmount) : missing },
        { label: 'Total de doações', value: data ? countText(total) : missing },
        part('Pendentes', sum(data?.pendingPayment, data?.pendingConfirmation), 'wait'),
        part('Concluídas', data?.confirmed, 'done'),
        part('Expiradas', sum(data?.expired, data?.cancelled), 'over'),
      ]}
    />
  )
}
