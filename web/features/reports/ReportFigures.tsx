import { useQuery } from '@tanstack/react-query'
import { Figures } from '#web/ui/Figures.tsx'
import { countsQuery } from './api.ts'

const number = new Intl.NumberFormat('pt-BR')

/** The member's reports in three numbers. */
export function ReportFigures() {
  const { data, isError } = useQuery(countsQuery)
  const text = (count: number | undefined) => (count === undefined ? (isError ? '—' : null) : number.format(count))
  const share = (count: number | undefined) => (data && data.total > 0 && count !== undefined ? count / data.total : 0)
  return (
    <Figures
      label="Resumo dos seus reports"
      figures={[
        { label: 'Total Reports', value: text(data?.total) },
        { label: 'Aguardando', value: text(data?.unresolved), share: share(data?.unresolved), tone: 'wait' },
        { label: 'Concluídos', value: text(data?.resolved), share: share(data?.resolved), tone: 'done' },
      ]}
    />
  )
}
