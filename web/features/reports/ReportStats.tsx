import { useQuery } from '@tanstack/react-query'
import { StatCards } from '#web/ui/StatCards.tsx'
import { countText } from '#web/text/numbers.ts'
import { say } from '#web/text/say.ts'
import { countsQuery } from './api.ts'

/** The member's reports in three numbers. */
export function ReportStats() {
  const { data, isError } = useQuery(countsQuery)
  const text = (count: number | undefined) => (count === undefined ? (isError ? '—' : null) : countText(count))
  const share = (count: number | undefined) => (data && data.total > 0 && count !== undefined ? count / data.total : 0)
  return (
    <StatCards
      label={say('Resumo dos seus reports')}
      cards={[
        { label: say('Total Reports'), value: text(data?.total) },
        { label: 'Aguardando', value: text(data?.unresolved), share: share(data?.unresolved), tone: 'wait' },
        { label: 'Concluídos', value: text(data?.resolved), share: share(data?.resolved), tone: 'done' },
      ]}
    />
  )
}
