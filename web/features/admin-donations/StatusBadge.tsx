import { donationStatusLabels } from '#contracts/labels.ts'
import type { DonationStatus } from '#contracts/labels.ts'
import { StatusMark } from '#web/ui/StatusMark.tsx'

const tones = {
  PENDING_PAYMENT: 'wait',
  PENDING_CONFIRMATION: 'wait',
  CONFIRMED: 'done',
  EXPIRED: 'over',
  CANCELLED: 'over',
} as const satisfies Record<DonationStatus, string>

export function StatusBadge({ status }: { status: DonationStatus }) {
  return <StatusMark tone={tones[status]}>{donationStatusLabels[status]}</StatusMark>
}
