import { adminReportStatusLabels } from '#contracts/labels.ts'
import type { ReportStatus as Status } from '#contracts/labels.ts'
import { StatusMark } from '#web/ui/StatusMark.tsx'

const tones = { PENDING: 'wait', INVESTIGATING: 'look', RESOLVED: 'done', DISMISSED: 'over' } as const satisfies Record<
  Status,
  string
>

export function ReportStatus({ status }: { status: Status }) {
  return <StatusMark tone={tones[status]}>{adminReportStatusLabels[status]}</StatusMark>
}
