import './forecast.css'
import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Unread } from '#web/ui/states.tsx'
import { forecastQuery } from './api.ts'
import { ownTurns } from './turn-text.ts'

/** When the reader's turn is, and what that rests on. `isCompleted`: every level of the plan was completed. */
export function OwnTurn({ isCompleted }: { isCompleted: boolean }) {
  const { data, error, refetch } = useQuery(forecastQuery)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar a previsão" refetch={refetch} />
  if (!data) return <Skeleton height={148} />
  const turns = ownTurns(data, isCompleted)
  return (
    <Paper withBorder p="lg" component="section" aria-label="Quando é a minha vez" className="own-turn">
      {turns.map(({ title, details }, index) => (
        <div key={index}>
          <Title order={2} size="h4">
            {title}
          </Title>
          {details.map((detail) => (
            <Text key={detail}>{detail}</Text>
          ))}
        </div>
      ))}
      <Text size="sm" c="dimmed">
        É uma previsão, não uma promessa: muda quando alguém não paga, entra ou sai.{' '}
        <Anchor component={Link} to="/calendar">
          Ver o calendário da roda
        </Anchor>
      </Text>
    </Paper>
  )
}
