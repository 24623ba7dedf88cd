import { Text } from '@mantine/core'
import { moneyText } from '#contracts/money-text.ts'
import { dayText } from '#web/text/dates.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import type { Report } from './api.ts'
import { say } from '#web/text/say.ts'
import { ReportStatus } from './ReportStatus.tsx'

const columns: readonly Column<Report>[] = [
  { name: 'ID', isTight: true, cell: ({ id }) => <ShortId id={id} /> },
  { name: 'Reportado por', cell: ({ reporter }) => <span className="wrap-anywhere">{reporter.name}</span> },
  { name: 'Doação', isMain: true, cell: (report) => <DonationLine report={report} /> },
  {
    name: 'Motivo',
    isMain: true,
    cell: ({ report_reason }) => (
      <Text component="span" inherit lineClamp={2} title={report_reason}>
        {report_reason}
      </Text>
    ),
  },
  {
    name: 'Status',
    isFirst: true,
    cell: ({ status }) => <ReportStatus status={status} />,
  },
  { name: 'Criado em', isTight: true, cell: ({ created_at }) => dayText(created_at) },
]

export function ReportTable({
  rows,
  isBusy,
  onOpen,
}: {
  rows: readonly Report[]
  isBusy: boolean
  onOpen: (id: string) => void
}) {
  return (
    <DataTable
      label={say('Reports')}
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      nameOf={({ reporter, amount }) => say`report de ${reporter.name}, ${moneyText(amount)}`}
      onOpen={({ id }) => onOpen(id)}
      isBusy={isBusy}
    />
  )
}

export function DonationLine({
  report: { donor, receiver, amount },
}: {
  report: Pick<Report, 'donor' | 'receiver' | 'amount'>
}) {
  return (
    <>
      {donor.name} → {receiver.name}
      <br />
      <strong>{moneyText(amount)}</strong>
    </>
  )
}

/** The end of an ID: ids made within the same minute begin alike. */
function ShortId({ id }: { id: string }) {
  return (
    <Text component="span" inherit ff="monospace" fz={13} title={id}>
      …{id.slice(-8)}
    </Text>
  )
}
