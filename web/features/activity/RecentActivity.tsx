import './activity.css'
import { Anchor, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { momentText } from '#web/text/dates.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { recentQuery } from './api.ts'
import { activityLines } from './activity-lines.ts'
import type { NameOf } from '#web/text/name-of.ts'

const LINES = 8

/** The latest events of the circle, in words. `nameOf`: null while the names are loading. */
export function RecentActivity({ nameOf }: { nameOf: NameOf | null }) {
  const { data, error, refetch } = useQuery(recentQuery)
  const lines = data && nameOf ? activityLines(data.data, nameOf, LINES) : null
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="recent">
      <Title order={2} size="h4" id="recent" mb="sm">
        Atividade Recente
      </Title>
      {error && !data && <Unread error={error} otherwise="Erro ao carregar a atividade" refetch={refetch} />}
      {!lines && !error && <LoadingRows label="Carregando a atividade..." />}
      {lines?.length === 0 && <Text c="dimmed">Nenhuma atividade recente</Text>}
      {lines && lines.length > 0 && (
        <ol className="recent-list">
          {lines.map(({ seq, at, actorId, text }) => (
            <li key={seq}>
              <Text size="sm" className="wrap-anywhere">
                {text}
              </Text>
              <Text size="xs" c="dimmed" className="wrap-anywhere">
                <time dateTime={at}>{momentText(at)}</time>
                {byWhom(text, actorId === null ? null : nameOf!(actorId))}
              </Text>
            </li>
          ))}
        </ol>
      )}
      <Text size="sm" mt="md">
        <Anchor component={Link} to="/ledger">
          Ver tudo o que aconteceu, no livro
        </Anchor>
      </Text>
    </Paper>
  )
}

/** Names the actor unless the sentence already does. */
function byWhom(text: string, actor: string | null): string {
  if (actor === null) return ' · pelo sistema'
  return text.includes(actor) ? '' : ` · por ${actor}`
}
