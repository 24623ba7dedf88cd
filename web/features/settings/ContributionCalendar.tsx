import './settings.css'
import { Paper, Text, Title } from '@mantine/core'
import { dayText, momentText, monthText } from '#web/text/dates.ts'
import type { CircleSettings } from './api.ts'

/** When contributions were asked for, and from when they can be again. */
export function ContributionCalendar({ calendar: { next, pulls } }: Pick<CircleSettings, 'calendar'>) {
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="calendar">
      <Title order={2} size="h4" id="calendar">
        Calendário de contribuições
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        As contribuições de um mês são pedidas uma vez, no Dashboard, em “Gerar PULL Mensal”.
      </Text>
      <ol className="calendar" reversed>
        <li data-next>
          <b>As de {monthText(next.period)}, ainda não pedidas</b>
          <small>
            {next.is_due ? 'Já podem ser pedidas.' : `Podem ser pedidas a partir de ${dayText(next.from)}.`}
          </small>
        </li>
        {pulls.map(({ period, at, created, receivers, skipped, skipped_without_consent, by }) => (
          <li key={at}>
            <b>
              As de {monthText(period)}: {created === 1 ? '1 doação' : `${created} doações`} para{' '}
              {receivers === 1 ? '1 pessoa' : `${receivers} pessoas`}
            </b>
            <small>
              {momentText(at)}
              {by && `, por ${by}`}
              {skipped > 0 && ` · ${skipped} já tinham a do mês`}
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
