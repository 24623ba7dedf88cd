import { Checkbox, Group } from '@mantine/core'
import { memo } from 'react'
import { userStatusLabels } from '#contracts/labels.ts'
import { formatPhone } from '#contracts/payment/phones.ts'
import { dayText } from '#web/text/dates.ts'
import { profileText } from '#web/text/profile.ts'
import { BreakableText } from '#web/ui/BreakableText.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import type { User } from './api.ts'
import { columnNames } from './list-view.ts'
import { RowTick } from './ticks.tsx'
import type { ColumnName } from './list-view.ts'
import { statusTones } from './UserCard.tsx'
import { nameOf, verificationText } from './user-list.ts'

const MISSING = 'Não informado'

const nameColumn: Column<User> = { name: 'Nome', isMain: true, cell: (user) => <strong>{nameOf(user)}</strong> }

const columns: Readonly<Record<ColumnName, Column<User>>> = {
  situacao: {
    name: 'Situação',
    isTight: true,
    isFirst: true,
    cell: ({ status }) => <StatusMark tone={statusTones[status]}>{userStatusLabels[status]}</StatusMark>,
  },
  email: { name: 'E-mail', cell: ({ email }) => <BreakableText text={email} /> },
  telefone: { name: 'Telefone', isTight: true, cell: ({ phone }) => (phone ? formatPhone(phone) : MISSING) },
  cpf: { name: 'CPF', isTight: true, cell: ({ cpf }) => profileText('cpf', cpf) ?? MISSING },
  nivel: { name: 'Nível', isTight: true, cell: ({ current_level }) => current_level },
  cadastro: { name: 'Cadastro', isTight: true, cell: ({ createdAt }) => dayText(createdAt) },
  conferencia: { name: 'Conferência', cell: (user) => verificationText(user) },
}

const tickColumn: Column<User> = {
  name: 'Seleção',
  isTight: true,
  cell: (user) => user.role !== 'ADMIN' && <RowTick user={user} />,
}

/** Many people at a glance, a row each, with the columns that the reader chose. They are drawn when they change, not for a tick. */
export const UserTable = memo(
  ({
    users,
    chosen,
    onOpen,
    hasTicks,
  }: {
    users: readonly User[]
    chosen: readonly ColumnName[]
    onOpen: (id: string) => void
    /** False for an auditor. */
    hasTicks: boolean
  }) => (
    <DataTable
      label="Usuários"
      columns={[
        ...(hasTicks ? [tickColumn] : []),
        nameColumn,
        ...columnNames.filter((name) => chosen.includes(name)).map((name) => columns[name]),
      ]}
      rows={users}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      open="Ver Perfil"
      isDense
      onOpen={({ id }) => onOpen(id)}
    />
  ),
)

/** Which columns the table has. */
export function ColumnChoice({
  chosen,
  onChange,
}: {
  chosen: readonly ColumnName[]
  onChange: (columns: ColumnName[]) => void
}) {
  return (
    <details className="column-choice">
      <summary>Colunas</summary>
      <Group gap="md" role="group" aria-label="Colunas da tabela">
        {columnNames.map((name) => (
          <Checkbox
            key={name}
            label={columns[name].name}
            checked={chosen.includes(name)}
            onChange={(event) =>
              onChange(columnNames.filter((one) => (one === name ? event.currentTarget.checked : chosen.includes(one))))
            }
          />
        ))}
      </Group>
    </details>
  )
}
