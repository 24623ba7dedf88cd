import { Stack, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { asksLittle } from '#contracts/asks-little.ts'
import { PAGE_LIMIT_MAX } from '#contracts/limits.ts'
import { request } from '#web/api/client.ts'
import { RecentActivity } from '#web/features/activity/RecentActivity.tsx'
import { circleQuery } from '#web/features/circle/api.ts'
import { untilOf } from '#web/features/circle/month-summary.ts'
import { SendMonth } from '#web/features/circle/SendMonth.tsx'
import { namesQuery } from '#web/features/members/api.ts'
import { CircleMonth } from '#web/features/papers/CircleMonth.tsx'
import { queueQuery } from '#web/features/queue/api.ts'
import type { QueueEntry } from '#web/features/queue/api.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'
import { useNow } from '#web/ui/useNow.ts'

/** By first names, and once each: two places of one person may receive in the same month. */
const receiversOf = (queue: readonly QueueEntry[]) => [
  ...new Map(
    queue.flatMap(({ is_receiver, user }) => (is_receiver && user ? [[user.id, user.firstName] as const] : [])),
  ).values(),
]

/** The newest donations that are unpaid, this month's among them. */
const unpaidQuery = queryOptions({
  queryKey: ['admin', 'donations', 'unpaid'],
  queryFn: () =>
    request('GET /admin/donations/list', {
      query: { status: 'PENDING_PAYMENT', page: '1', limit: String(PAGE_LIMIT_MAX) },
    }),
})

/** The month for the group, the latest of the circle, and its months as papers. */
export default function MonthPage() {
  const { data: users, isError } = useQuery(namesQuery)
  const names = useMemo(() => new Map(users?.map(({ id, name }) => [id, name])), [users])
  const { data: circle } = useQuery(circleQuery)
  const { data: receivers } = useQuery({ ...queueQuery, select: receiversOf })
  const { data: unpaid } = useQuery(unpaidQuery)
  const now = useNow()
  const until = untilOf(unpaid?.data ?? [], now)
  const nameOfId = (id: string | null) => (id === null ? 'a roda' : (names.get(id) ?? 'alguém que saiu'))
  return (
    <Stack gap="md">
      <BackLink to="/admin/dashboard">Início</BackLink>
      <Title order={1} size="h2">
        O mês
      </Title>
      <FirstLook gap="md">
        {circle && asksLittle(circle) && <SendMonth receivers={receivers ?? []} until={until} />}
        <CircleMonth />
        <RecentActivity nameOf={users || isError ? nameOfId : null} />
      </FirstLook>
    </Stack>
  )
}
