import { Anchor, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BeginDraw } from '#web/features/draw/BeginDraw.tsx'
import { DrawView } from '#web/features/draw/DrawView.tsx'
import { ProposeOrder } from '#web/features/draw/ProposeOrder.tsx'
import { usersQuery } from '#web/features/members/api.ts'
import { queueQuery } from '#web/features/queue/api.ts'
import { entriesOf, nameOf, waitingFor } from '#web/features/queue/queue-list.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { say } from '#web/text/say.ts'

export default function QueueDrawPage() {
  const { data: users = [] } = useQuery(usersQuery)
  const { data: queue = [] } = useQuery(queueQuery)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          A ordem de quem recebe
        </Title>
        <Anchor component={Link} to="/admin/queue">
          {say('Voltar à fila')}
        </Anchor>
      </Group>
      <Acting>
        <BeginDraw />
        <ProposeOrder
          people={waitingFor(users, [], 1).map((user) => ({ id: user.id, name: nameOf(user) }))}
          today={entriesOf(queue, 1).map((entry) => entry.user_id)}
        />
      </Acting>
      <DrawView />
    </Stack>
  )
}
