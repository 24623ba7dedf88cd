import { Stack, Title } from '@mantine/core'
import { LevelStats } from '#web/features/levels/LevelStats.tsx'
import { PullPanel } from '#web/features/pull/PullPanel.tsx'

export default function DashboardPage() {
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Dashboard
      </Title>
      <PullPanel />
      <LevelStats />
    </Stack>
  )
}
