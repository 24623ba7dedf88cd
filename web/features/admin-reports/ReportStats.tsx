import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { moneyText } from '#contracts/money-text.ts'
import { StatCards } from '#web/ui/StatCards.tsx'
import type { StatCard } from '#web/ui/StatCards.tsx'
import { countText } from '#web/text/numbers.ts'
import { countsQuery, statsQuery } from './api.ts'
import { say } from '#web/text/say.ts'
import type { View } from './view.ts'

/** The reports of the chosen days in five numbers, and what they speak of in money. */
export function ReportStats({ view: { from, to } }: { view: Pick<View, 'from' | 'to'> }) {
  const { data, isError } = useQuery(countsQuery({ from, to }))
  const { data: stats } = useQuery(statsQuery({ from, to }))
  const missing = isError && !data ? '—' : null
  const total = data?.total ?? 0
  const part = (label: string, count: number | undefined, tone: NonNullable<StatCard['tone']>): StatCard => ({
    label,
    value: count === undefined ? missing : countText(count),
    share: total > 0 && count !== undefined ? count / total : 0,
    tone,
  })
  return (
    <div>
      <StatCards
        label={say('Resumo dos reports')}
        cards={[
          { label: say('Total de reports'), value: data ? countText(total) : missing },
          part('Pendentes', data?.pending, 'wait'),
          part('Investigando', data?.investigating, 'look'),
          part('Resolvidos', data?.resolved, 'done'),
          part('Dispensados', data?.dismissed, 'over'),
        ]}
      />
      {stats && stats.totalReports > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {moneyText(stats.totalAmountReported)} em doações reportadas, {moneyText(stats.averageReportAmount)} em média.
          Nos últimos 7 dias: {countText(stats.reportsThisWeek)}. Nos últimos 30: {countText(stats.reportsThisMonth)}.
        </Text>
      )}
    </div>
  )
}
