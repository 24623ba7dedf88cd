import './reports.css'
import { Text } from '@mantine/core'
import { moneyText } from '#contracts/money-text.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import type { Report } from './api.ts'
import { say } from '#web/text/say.ts'
import { ReportStatus } from './ReportStatus.tsx'

type Props = { readonly reports: readonly Report[]; readonly isBusy: boolean; readonly onOpen: (id: string) => void }

const columns: readonly Column<Report>[] = [
  { name: 'ID', cell: ({ id }) => <ReportId id={id} /> },
  { name: 'Doação', isMain: true, cell: (report) => <DonationOf report={report} /> },
  { name: 'Status', cell: ({ status }) => <ReportStatus status={status} /> },
  { name: 'Criado em', isTight: true, cell: ({ created_at }) => fullMomentText(created_at) },
]

/** The member's reports: a table where there is room for one, a card each where there is not. */
export function ReportTable({ reports, isBusy, onOpen }: Props) {
  return (
    <DataTable
      label={say('Seus reports')}
      columns={columns}
      rows={reports}
      keyOf={({ id }) => id}
      nameOf={({ donor, receiver }) => say`report da doação de ${donor.name} para ${receiver.name}`}
      onOpen={({ id }) => onOpen(id)}
      isBusy={isBusy}
    />
  )
}

/** Whole where there is room, else eight characters and an ellipsis. */
function ReportId({ id }: { id: string }) {
  return (
    <span className="report-id">
      <span className="report-id-whole">{id}</span>
      <span className="report-id-short" title={id}>
        {id.slice(0, 8)}…
      </span>
    </span>
  )
}

function DonationOf({ report: { donor, receiver, amount } }: { report: Report }) {
  return (
    <>
      {donor.name} → {receiver.name}
      <Text component="span" display="block" inherit fw={600}>
        {moneyText(amount)}
      </Text>
    </>
  )
}
