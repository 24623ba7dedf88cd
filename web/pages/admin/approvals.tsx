import { Stack, Title } from '@mantine/core'
import { ApprovalList } from '#web/features/approvals/ApprovalList.tsx'

export default function ApprovalsPage() {
  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Aprovações
      </Title>
      <ApprovalList />
    </Stack>
  )
}
