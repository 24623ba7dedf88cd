import { Anchor, Button, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { checkpointQuery, circleQuery, resultQuery } from '#web/features/circle/api.ts'
import { MeetingBoard } from '#web/features/circle/MeetingBoard.tsx'
import { queueQuery } from '#web/features/queue/api.ts'
import { entriesOf, nameOf } from '#web/features/queue/queue-list.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'

/** 'Modo reunião': one big screen, or one sheet of paper, for the table at which a roda meets. */
export default function MeetingPage() {
  const { data: circle } = useQuery(circleQuery)
  const { data: result, error, refetch } = useQuery(resultQuery)
  const { data: queue } = useQuery(queueQuery)
  const { data: checkpoint } = useQuery(checkpointQuery)
  const names = new Map(
    entriesOf(queue ?? [], 1).flatMap(({ position, user }) => (user ? [[position, nameOf(user)] as const] : [])),
  )
  return (
    <Stack gap="md">
      <div className="not-on-paper">
        <BackLink to="/admin/dashboard">Início</BackLink>
      </div>
      <Title order={1} className="only-heard">
        Modo reunião
      </Title>
      <FirstLook gap="md">
        {error && !result && <Unread error={error} otherwise="Erro ao carregar a roda" refetch={refetch} />}
        {!error && (!result || !queue) && <LoadingRows label="Carregando a roda..." />}
        {result && queue && (
          <MeetingBoard name={circle?.name ?? ''} result={result} names={names} code={checkpoint?.code ?? null} />
        )}
        <Group className="not-on-paper" gap="sm">
          <Button variant="default" mih={44} onClick={() => window.print()}>
            Imprimir para assinar
          </Button>
          <Anchor component={Link} to="/admin/queue/draw">
            A ordem de quem recebe
          </Anchor>
        </Group>
      </FirstLook>
    </Stack>
  )
}
