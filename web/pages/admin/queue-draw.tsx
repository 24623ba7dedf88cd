import { Anchor, Group, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { BeginDraw } from '#web/features/draw/BeginDraw.tsx'
import { DrawView } from '#web/features/draw/DrawView.tsx'
import { Acting } from '#web/features/session/Acting.tsx'

export default function QueueDrawPage() {
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          Sorteio da ordem
        </Title>
        <Anchor component={Link} to="/admin/queue">
          Voltar à fila
        </Anchor>
      </Group>
      <Acting>
        <BeginDraw />
      </Acting>
      <DrawView />
    </Stack>
  )
}
