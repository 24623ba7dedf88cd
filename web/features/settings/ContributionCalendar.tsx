import './settings.css'
import { Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { resultQuery } from '#web/features/circle/api.ts'
import { dayAndHourText, dayText, momentText, monthText } from '#web/text/dates.ts'
import type { CircleSettings } from './api.ts'
import { say } from '#web/text/say.ts'
import { CalendarForm } from './CalendarForm.tsx'

/** When contributions were asked for, and from when they can be again. */
export function ContributionCalendar({ calendar }: Pick<CircleSettings, 'calendar'>) {
  const { automatic, next, pulls } = calendar
  const { data: result } = useQuery(resultQuery)
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="calendar">
      <Title order={2} size="h4" id="calendar">
        Calendário de contribuições
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {say(
          'As contribuições de um mês são pedidas uma vez: pelo calendário, ou à mão no Dashboard, em “Gerar PULL Mensal”.',
        )}
      </Text>
      <CalendarForm key={JSON.stringify(automatic)} calendar={calendar} />
      <ol className="calendar" reversed>
        {result?.rotation_over || result?.all_asked ? (
          <li data-next>
            <b>{result.rotation_over ? 'A volta terminou' : 'As desta volta já foram todas pedidas'}</b>
            <small>Nada mais é pedido antes de outra volta começar.</small>
          </li>
        ) : (
          <li data-next>
            <b>As de {monthText(next.period)}, ainda não pedidas</b>
            <small>
              {automatic?.next.period === next.period
                ? `O calendário pede em ${dayAndHourText(automatic.next.at)}.`
                : next.is_due
                  ? 'Já podem ser pedidas.'
                  : `Podem ser pedidas a partir de ${dayText(next.from)}.`}
            </small>
          </li>
        )}
        {pulls.map(({ period, at, created, receivers, skipped, skipped_without_consent, by }) => (
          <li key={at}>
            <b>
              As de {monthText(period)}: {created === 1 ? '1 doação' : `${created} doações`} para{' '}
              {receivers === 1 ? '1 pessoa' : `${receivers} pessoas`}
            </b>
            <small>
              {momentText(at)}
              {by ? `, por ${by}` : ', pelo calendário'}
              {skipped > 0 && ` · ${skipped} já ${skipped === 1 ? 'tinha' : 'tinham'} a do mês`}
              {skipped_without_consent > 0 && ` · ${skipped_without_consent} sem aceite dos termos`}
            </small>
          </li>
        ))}
      </ol>
      {pulls.length === 0 && (
        <Text size="sm" c="dimmed">
          Nenhuma contribuição foi pedida neste círculo.
        </Text>
      )}
    </Paper>
  )
}
