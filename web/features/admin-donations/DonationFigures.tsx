import { useQuery } from '@tanstack/react-query'
import { moneyText } from '#web/text/money.ts'
import { Figures } from '#web/ui/Figures.tsx'
import type { Figure } from '#web/ui/Figures.tsx'
import { statsQuery } from './api.ts'

const number = new Intl.NumberFormat('pt-BR')

/** The whole circle's donations in five numbers, whatever the list below is filtered by. */
export function DonationFigures() {
  const { data, isError } = useQuery(statsQuery)
  const missing = isError ? '—' : null
  const total = data?.totalDonations ?? 0
  const part = (label: string, count: number | undefined, tone: NonNullable<Figure['tone']>): Figure => ({
    label,
    value: count === undefined ? missing : number.format(count),
    share: total > 0 && count !== undefined ? count / total : 0,
    tone,
  })
  const sum = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined ? undefined : one + other
  return (
    <Figures
      label="Resumo das doações"
      figures={[
        { label: 'Valor total', value: data ? moneyText(data.totalAmount) : missing },
        { label: 'Total de doações', value: data ? number.format(total) : missing },
        part('Pendentes', sum(data?.pendingPayment, data?.pendingConfirmation), 'wait'),
        part('Concluídas', data?.confirmed, 'done'),
        part('Expiradas', sum(data?.expired, data?.cancelled), 'over'),
      ]}
    />
  )
}
