import { Button, Text, TextInput } from '@mantine/core'
import { invitedFields } from '#contracts/forms/join-links.ts'
import type { InvitedField } from '#contracts/forms/join-links.ts'
import type { CheckedRow } from './api.ts'
import type { ListedPerson } from './read-list.ts'

const labels: Readonly<Record<InvitedField, string>> = {
  firstName: 'Nome',
  lastName: 'Sobrenome',
  email: 'E-mail',
  phone: 'Celular',
  cpf: 'CPF',
}
const notes = {
  new: 'Será convidada',
  invited: 'Já tem convite: não muda nada',
  has_account: 'Já tem conta: não é convidada de novo',
} as const

type Props = {
  readonly people: readonly ListedPerson[]
  readonly rows: readonly CheckedRow[]
  readonly onChange: (at: number, field: InvitedField, value: string) => void
  readonly onRemove: (at: number) => void
}

/** A list of people as it was read, with what happens to each and corrections in place. */
export function InviteTable({ people, rows, onChange, onRemove }: Props) {
  return (
    <div className="join-scroll">
      <table className="join-rows" aria-label="Pessoas da lista">
        <thead>
          <tr>
            <th scope="col">Linha</th>
            {invitedFields.map((field) => (
              <th key={field} scope="col">
                {labels[field]}
              </th>
            ))}
            <th scope="col">O que acontece</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person, at) => (
            <Row
              key={person.line}
              person={person}
              row={rows[at]!}
              repeated={sameText(rows[at]!, people)}
              onChange={(field, value) => onChange(at, field, value)}
              onRemove={() => onRemove(at)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  readonly person: ListedPerson
  readonly row: CheckedRow
  readonly repeated: string | null
  readonly onChange: (field: InvitedField, value: string) => void
  readonly onRemove: () => void
}

function Row({ person, row, repeated, onChange, onRemove }: RowProps) {
  return (
    <tr>
      <td>{person.line}</td>
      {invitedFields.map((field) => (
        <td key={field}>
          <TextInput
            aria-label={`${labels[field]}, linha ${person.line}`}
            value={person[field]}
            placeholder={labels[field]}
            maxLength={254}
            error={row.faults[field]}
            onChange={(event) => onChange(field, event.currentTarget.value)}
          />
        </td>
      ))}
      <td>
        <Text size="sm" c={row.state === 'faulty' ? 'red' : undefined}>
          {row.state === 'faulty' ? (repeated ?? 'Corrija o que está marcado') : notes[row.state]}
        </Text>
        <Button size="compact-sm" variant="subtle" aria-label={`Tirar a linha ${person.line}`} onClick={onRemove}>
          Tirar
        </Button>
      </td>
    </tr>
  )
}

function sameText({ same_as }: CheckedRow, people: readonly ListedPerson[]): string | null {
  return same_as === null ? null : `É a mesma pessoa da linha ${people[same_as]?.line}.`
}
