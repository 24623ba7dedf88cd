import { Anchor, Group, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Journal } from '#web/features/queue/Journal.tsx'
import { say } from '#web/text/say.ts'

export default function QueueChangesPage() {
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1} size="h2">
          {say('Diário da fila')}
        </Title>
        <Anchor component={Link} to="/admin/queue">
          {say('Voltar à fila')}
        </Anchor>
      </Group>
      <Journal />
    </Stack>
  )
}
