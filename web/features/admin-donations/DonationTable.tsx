import { Group, Text } from '@mantine/core'
import { donationTypeLabel } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { dayText } from '#web/text/dates.ts'
import { BreakableText } from '#web/ui/BreakableText.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import type { Donation } from './api.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { say } from '#web/text/say.ts'
import { StatusBadge } from './StatusBadge.tsx'

type Props = { readonly rows: readonly Donation[]; readonly isBusy: boolean; readonly onOpen: (id: string) => void }

const columns: readonly Column<Donation>[] = [
  { name: 'ID', isTight: true, cell: ({ id }) => <ShortId id={id} /> },
  { name: 'Tipo', cell: ({ type }) => donationTypeLabel(type) },
  { name: 'De → Para', isMain: true, cell: (donation) => <Parties donation={donation} /> },
  { name: 'Valor', isTight: true, isFirst: true, cell: ({ amount }) => <strong>{moneyText(amount)}</strong> },
  { name: 'Status', isFirst: true, cell: ({ status }) => <StatusBadge status={status} /> },
  { name: 'Criada em', isTight: true, cell: ({ createdAt }) => dayText(createdAt) },
  {
    name: 'Prazo',
    isTight: true,
    cell: ({ deadline }) => (deadline ? dayText(deadline) : '-'),
  },
]

/** In a roda nearly all are contributions, and an id says nothing to anybody: both are in the details. */
const OF_LEVELS = ['ID', 'Tipo']

export function DonationTable({ rows, isBusy, onOpen }: Props) {
  const isRoda = useIsRoda()
  return (
    <DataTable
      label="Doações"
      columns={isRoda ? columns.filter(({ name }) => !OF_LEVELS.includes(name)) : columns}
      rows={rows}
      keyOf={({ id }) => id}
      nameOf={({ donor, receiver }) => `${donor.name} para ${receiver?.name}`}
      onOpen={({ id }) => onOpen(id)}
      isBusy={isBusy}
    />
  )
}

/** The end of an ID: ids made within the same minutes begin alike. */
function ShortId({ id }: { id: string }) {
  return (
    <Text component="span" inherit ff="monospace" fz={13} title={id}>
      …{id.slice(-8)}
    </Text>
  )
}

function Parties({
  donation: { donor, receiver, is_reported, report_resolved, receipt_reused },
}: {
  donation: Donation
}) {
  return (
    <>
      <div>
        <strong>{donor.name}</strong> → {receiver?.name}
      </div>
      <Text component="div" inherit fz={13} c="dimmed">
        PIX: <BreakableText text={donor.pixKey ?? 'Não informado'} />
      </Text>
      {(is_reported || receipt_reused) && (
        <Group gap={6} mt={4}>
          {is_reported && (
            <StatusMark tone={report_resolved ? 'over' : 'bad'}>
              {report_resolved ? say('Report encerrado') : 'Reportada'}
            </StatusMark>
          )}
          {receipt_reused && <StatusMark tone="bad">Comprovante repetido</StatusMark>}
        </Group>
      )}
    </>
  )
}
