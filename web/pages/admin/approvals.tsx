import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApprovalList } from '#web/features/approvals/ApprovalList.tsx'
import { waitingPlacesQuery } from '#web/features/substitutes/api.ts'
import { WaitingPlaces } from '#web/features/substitutes/WaitingPlaces.tsx'

export default function ApprovalsPage() {
  const { data: { asks } = { asks: [] } } = useQuery(waitingPlacesQuery)
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Aprovações
      </Title>
      <WaitingPlaces asks={asks} />
      <ApprovalList isAlone={asks.length === 0} />
    </Stack>
  )
}
