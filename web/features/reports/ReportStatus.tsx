import { memberReportStatusLabels } from '#contracts/labels.ts'
import type { ReportStatus as Status } from '#contracts/labels.ts'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import type { Tone } from '#web/ui/StatusMark.tsx'

const tones: Readonly<Record<Status, Tone>> = {
  PENDING: 'wait',
  INVESTIGATING: 'look',
  RESOLVED: 'done',
  DISMISSED: 'over',
}

/** The state of a report in its reporter's words. The text wraps instead of being cut off. */
export function ReportStatus({ status }: { status: Status }) {
  return <StatusMark tone={tones[status]}>{memberReportStatusLabels[status]}</StatusMark>
}
