import { Badge } from '@mantine/core'
import { memberReportStatusLabels } from '#contracts/labels.ts'
import type { ReportStatus as Status } from '#contracts/labels.ts'

const colors: Readonly<Record<Status, string>> = {
  PENDING: 'sol',
  INVESTIGATING: 'blue',
  RESOLVED: 'mata',
  DISMISSED: 'gray',
}

/** Where a report stands, as its reporter reads it. */
export function ReportStatus({ status }: { status: Status }) {
  return (
    <Badge color={colors[status]} variant="light" tt="none" fw={600} maw="100%">
      {memberReportStatusLabels[status]}
    </Badge>
  )
}
