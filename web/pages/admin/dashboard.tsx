import './dashboard.css'
import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RecentActivity } from '#web/features/activity/RecentActivity.tsx'
import { ScrubAlert } from '#web/features/scrub/ScrubAlert.tsx'
import { BackupLine } from '#web/features/backups/BackupLine.tsx'
import { Ending } from '#web/features/circle/Ending.tsx'
import { useNoCircle } from '#web/features/circle/no-circle.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { CircleToday } from '#web/features/circle/CircleToday.tsx'
import { FirstStepsCard, RealCircleLink } from '#web/features/first-steps/FirstSteps.tsx'
import { CircleStats, LevelStats } from '#web/features/levels/LevelStats.tsx'
import { namesQuery, standingQuery } from '#web/features/members/api.ts'
import { payerCounts } from '#web/features/members/payer-counts.ts'
import { RemindAll } from '#web/features/members/RemindUnpaid.tsx'
import { PullPanel } from '#web/features/pull/PullPanel.tsx'
import { pendingTasksQuery } from '#web/features/tasks/api.ts'
import { CircleMonth } from '#web/features/papers/CircleMonth.tsx'
import { PendingTasks } from '#web/features/tasks/PendingTasks.tsx'
import { RodaDashboard } from '../parts/RodaDashboard.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'

export default function DashboardPage() {
  return <FirstLook>{useIsRoda() ? <RodaDashboard /> : <LevelsDashboard />}</FirstLook>
}

function LevelsDashboard() {
  const hasNone = useNoCircle()
  const { data: users, isError } = useQuery(namesQuery)
  const { data: tasks } = useQuery(pendingTasksQuery)
  const { data: payers } = useQuery({ ...standingQuery, select: payerCounts })
  const people = users ? users.filter(({ role }) => role !== 'ADMIN').length : isError ? undefined : null
  const names = useMemo(() => new Map(users?.map(({ id, name }) => [id, name])), [users])
  // People who left are no longer listed, and the ledger keeps no names.
  const nameOfId = (id: string | null) => (id === null ? 'Conta administrativa' : (names.get(id) ?? 'alguém que saiu'))
  const title = (
    <Title order={1} size="h2">
      Dashboard
    </Title>
  )
  return (
    <Stack gap="lg">
      {!hasNone && <PullPanel month={tasks?.month}>{title}</PullPanel>}
      <Ending />
      <ScrubAlert />
      <FirstStepsCard isAlone={hasNone} />
      {!hasNone && (
        <>
          <CircleStats people={people} />
          <div className="dashboard">
            <PendingTasks
              payers={payers}
              remind={{ late: <RemindAll who="late" />, unpaid: <RemindAll who="unpaid" /> }}
            />
            <RecentActivity nameOf={users || isError ? nameOfId : null} />
          </div>
          <LevelStats />
          <CircleToday />
          <CircleMonth />
        </>
      )}
      <div>
        {!hasNone && <BackupLine />}
        {!hasNone && <RealCircleLink />}
      </div>
    </Stack>
  )
}
