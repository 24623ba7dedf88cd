import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BackupLine } from '#web/features/backups/BackupLine.tsx'
import { circleQuery, resultQuery } from '#web/features/circle/api.ts'
import { Ending } from '#web/features/circle/Ending.tsx'
import { isThrough, monthLine } from '#web/features/circle/month-text.ts'
import { firstStepsQuery } from '#web/features/first-steps/api.ts'
import { FirstStepsCard } from '#web/features/first-steps/FirstSteps.tsx'
import { NextOfRoda } from './NextOfRoda.tsx'
import { leftText } from '#web/features/first-steps/step-text.ts'
import { standingQuery } from '#web/features/members/api.ts'
import { payerCounts } from '#web/features/members/payer-counts.ts'
import { RemindAll } from '#web/features/members/RemindUnpaid.tsx'
import { PullPanel } from '#web/features/pull/PullPanel.tsx'
import { ScrubAlert } from '#web/features/scrub/ScrubAlert.tsx'
import { pendingTasksQuery } from '#web/features/tasks/api.ts'
import { PendingTasks } from '#web/features/tasks/PendingTasks.tsx'
import { Doors } from '#web/ui/Doors.tsx'
import { useMissingKey } from './useMissingKey.ts'

/** An organiser's first page: what waits for them, and the month. The rest of the roda is behind doors. */
export function RodaDashboard() {
  const { data: tasks } = useQuery(pendingTasksQuery)
  const { data: payers } = useQuery({ ...standingQuery, select: payerCounts })
  const { data: result } = useQuery(resultQuery)
  const { data: circle } = useQuery(circleQuery)
  const { data: steps } = useQuery(firstStepsQuery)
  const isKeyMissing = useMissingKey()
  const own = steps?.circle?.is_current ? steps : null
  const left = own?.steps.some(({ done }) => !done) ? leftText(own) : null
  // Nothing can be asked of anybody before the first order, nor in a real roda between two rotations.
  const isBetween = circle?.mode === 'real' && result?.rotation_over === true
  const isAsking = !circle?.closed_at && own?.places !== 0 && !isBetween
  const title = (
    <Title order={1} size="h2">
      Início
    </Title>
  )
  return (
    <Stack gap="md">
      {isAsking ? (
        <PullPanel month={tasks?.month} isAllAsked={result?.all_asked ?? false}>
          {title}
        </PullPanel>
      ) : (
        title
      )}
      <Ending />
      <ScrubAlert />
      {own && !circle?.closed_at && (
        <NextOfRoda steps={own} waiting={tasks?.approvals.count ?? 0} planned={tasks?.month.off_plan?.people} />
      )}
      {steps?.circle?.is_current === false && <FirstStepsCard />}
      <PendingTasks payers={payers} remind={{ late: <RemindAll who="late" />, unpaid: <RemindAll who="unpaid" /> }} />
      <Doors
        label="Mais"
        doors={[
          ...(isKeyMissing ? [{ to: '/profile/chave', title: 'Falta a sua chave PIX', isLoud: true }] : []),
          ...(result
            ? [
                {
                  to: '/roda',
                  title: 'A roda',
                  state: circle?.closed_at || isThrough(result) ? null : monthLine(result),
                },
              ]
            : []),
          ...(left === null || circle?.closed_at
            ? []
            : [{ to: '/admin/first-steps', title: 'Passo a passo', state: left }]),
          { to: '/admin/meeting', title: 'Modo reunião' },
          { to: '/admin/month', title: 'Resumo para o grupo, e o mês em papel' },
        ]}
      />
      <BackupLine isQuiet />
    </Stack>
  )
}
