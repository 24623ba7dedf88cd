import { Checkbox, Paper, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { PlanForm } from '#contracts/plans.ts'
import { Stopping } from '#web/features/circle/Stopping.tsx'
import { pathToEnd } from '#web/features/circle/roda-outcome.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { outcomeQuery } from './api.ts'

const SIMULATE_AFTER_MS = 600

/** Shows what the plan does on the way, and asks for the tick without which no real circle is created. */
export function Risk({
  plan,
  members,
  isSeen,
  onSee,
}: {
  plan: PlanForm
  members: number
  isSeen: boolean
  onSee: (isSeen: boolean) => void
}) {
  const [settled] = useDebouncedValue(plan, SIMULATE_AFTER_MS)
  const [people] = useDebouncedValue(members, SIMULATE_AFTER_MS)
  const { data, error, refetch } = useQuery(outcomeQuery(settled, people))
  const isStale = people !== members || JSON.stringify(settled) !== JSON.stringify(plan)
  const path = data && !isStale && pathToEnd(data, 0)
  return (
    <Paper withBorder p="md" component="section" aria-label="O que este plano faz" aria-busy={!path}>
      {error && !isStale ? (
        <Unread error={error} otherwise="Não foi possível simular o plano" refetch={refetch} />
      ) : path ? (
        <Stack gap="sm">
          <Stopping path={path} key={JSON.stringify([plan, members])} />
          <Checkbox
            label="Vi o que este plano faz com as pessoas, também se a roda parar no meio."
            checked={isSeen}
            onChange={(event) => onSee(event.currentTarget.checked)}
          />
        </Stack>
      ) : (
        <LoadingRows rows={2} label="Simulando..." />
      )}
    </Paper>
  )
}
