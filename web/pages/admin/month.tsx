import { Stack, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { asksLittle } from '#contracts/asks-little.ts'
import { request } from '#web/api/client.ts'
import { RecentActivity } from '#web/features/activity/RecentActivity.tsx'
import { circleQuery } from '#web/features/circle/api.ts'
import { SendMonth } from '#web/features/circle/SendMonth.tsx'
import { namesQuery } from '#web/features/members/api.ts'
import { CircleMonth } from '#web/features/papers/CircleMonth.tsx'
import { queueQuery } from '#web/features/queue/api.ts'
import type { QueueEntry } from '#web/features/queue/api.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'

const receiversOf = (queue: readonly QueueEntry[]) =>
  queue.filter(({ is_receiver }) => is_receiver).flatMap(({ user }) => user?.firstName ?? [])

/** Until when those who have not paid this month have time: the newest donation's deadline is the month's. */
const untilQuery = queryOptions({
  queryKey: ['admin', 'donations', 'until'],
  queryFn: async () => {
    const { data } = await request('GET /admin/donations/list', {
      query: { status: 'PENDING_PAYMENT', page: '1', limit: '1' },
    })
    return data[0]?.deadline ?? null
  },
})

/** The month for the group, the latest of the circle, and its months as papers. */
export default function MonthPage() {
  const { data: users, isError } = useQuery(namesQuery)
  const names = useMemo(() => new Map(users?.map(({ id, name }) => [id, name])), [users])
  const { data: circle } = useQuery(circleQuery)
  const { data: receivers } = useQuery({ ...queueQuery, select: receiversOf })
  const { data: until } = useQuery(untilQuery)
  const nameOfId = (id: string | null) => (id === null ? 'a roda' : (names.get(id) ?? 'alguém que saiu'))
  return (
    <Stack gap="md">
      <BackLink to="/admin/dashboard">Início</BackLink>
      <Title order={1} size="h2">
        O mês
      </Title>
      <FirstLook gap="md">
        {circle && asksLittle(circle) && <SendMonth receivers={receivers ?? []} until={until ?? null} />}
        <CircleMonth />
        <RecentActivity nameOf={users || isError ? nameOfId : null} />
      </FirstLook>
    </Stack>
  )
}
