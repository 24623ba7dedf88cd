import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { RecentActivity } from '#web/features/activity/RecentActivity.tsx'
import { namesQuery } from '#web/features/members/api.ts'
import { CircleMonth } from '#web/features/papers/CircleMonth.tsx'
import { BackLink } from '#web/ui/BackLink.tsx'

/** The latest of the circle, and its months as papers. */
export default function MonthPage() {
  const { data: users, isError } = useQuery(namesQuery)
  const names = useMemo(() => new Map(users?.map(({ id, name }) => [id, name])), [users])
  const nameOfId = (id: string | null) => (id === null ? 'a roda' : (names.get(id) ?? 'alguém que saiu'))
  return (
    <Stack gap="md">
      <BackLink to="/admin/dashboard">Início</BackLink>
      <Title order={1} size="h2">
        O mês
      </Title>
      <CircleMonth />
      <RecentActivity nameOf={users || isError ? nameOfId : null} />
    </Stack>
  )
}
