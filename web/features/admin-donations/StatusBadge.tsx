import { Badge } from '@mantine/core'
import { donationStatusLabels } from '#contracts/labels.ts'
import type { DonationStatus } from '#contracts/labels.ts'

const colors: Readonly<Record<DonationStatus, string>> = { PENDING_PAYMENT: 'sol', PENDING_CONFIRMATION: 'blue', CONFIRMED: 'mata', EXPIRED: 'red', CANCELLED: 'gray' }

export function StatusBadge({ status }: { status: DonationStatus }) {
  return (
    <Badge color={colors[status]} variant="light" tt="none" fw={600} maw="100%">
      {donationStatusLabels[status]}
    </Badge>
  )
}
