import {
  Alert,
  Button,
  FileButton,
  Group,
  NumberInput,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useState } from 'react'
import { INVITED_MAX, invitedFields } from '#contracts/forms/join-links.ts'
import type { InvitedField } from '#contracts/forms/join-links.ts'
import { failureText } from '#web/api/client.ts'
import { useCheckPeople, useInvitePeople } from './api.ts'
import type { CheckedRow } from './api.ts'
import { chooseAnew } from '#web/ui/images.ts'
import { decodeList, readList } from './read-list.ts'
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

/** Invites a list of people: a file or a pasted table, its preview line by line, corrections in place, and all in one go. */
export function InviteList({ letters, onDone }: { letters: boolean; onDone: () => void }) {
  const [people, setPeople] = useState<readonly ListedPerson[]>([])
  const [pasted, setPasted] = useState('')
  const [days, setDays] = useState(14)
  const [fault, setFault] = useState('')
  const [isChanged, setChanged] = useState(false)
  const check = useCheckPeople()
  const invite = useInvitePeople()
  const rowsOf = (list: readonly ListedPerson[]) => list.map(({ line: _line, ...row }) => row)
  const preview = (list: readonly ListedPerson[]) => {
    invite.reset()
    setPeople(list)
    setChanged(false)
    if (list.length === 0)
      return setFault(
        'Não encontramos ninguém nesta lista. A primeira linha pode ter os títulos: Nome, E-mail, Celular.',
      )
    if (list.length > INVITED_MAX)
      return setFault(`A lista tem ${list.length} pessoas. Convide até ${INVITED_MAX} de cada vez.`)
    setFault('')
    return check.mutate(rowsOf(list))
  }
  const open = async (file: File) => {
    const text = decodeList(await file.arrayBuffer())
    if (text !== null) return preview(readList(text))
    invite.reset()
    setPeople([])
    return setFault(
      'Este arquivo não é uma lista em texto. Se é uma planilha, salve-a como CSV e escolha esse arquivo, ou copie as linhas dela e cole aqui.',
    )
  }
  const change = (at: number, field: InvitedField, value: string) => {
    setChanged(true)
    setPeople(people.map((person, index) => (index === at ? { ...person, [field]: value } : person)))
  }
  const rows = fault === '' ? (check.data?.rows ?? []) : []
  const isShown = rows.length === people.length && people.length > 0
  const faulty = rows.filter(({ state }) => state === 'faulty').length
  const fresh = rows.filter(({ state }) => state === 'new').length
  const send = () =>
    invite.mutate({ people: rowsOf(people), days }, { onError: () => check.mutate(rowsOf(people)), onSuccess: onDone })
  return (
    <Paper withBorder p="lg" radius="md" component="section" aria-labelledby="invite-list">
      <Stack gap="sm">
        <Title order={2} size="h4" id="invite-list">
          Uma lista de pessoas
        </Title>
        <Text size="sm" c="dimmed">
          Um arquivo CSV da sua planilha, ou as linhas copiadas dela, com Nome, E-mail, Celular e, se quiser, CPF. Cada
          pessoa ganha um convite só dela.
        </Text>
        <Group align="flex-end">
          <FileButton
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            onChange={(file) => file && void open(file)}
            inputProps={{ 'aria-label': 'Escolher arquivo', onClick: chooseAnew }}
          >
            {(props) => (
              <Button {...props} variant="default" mih={44}>
                Escolher arquivo
              </Button>
            )}
          </FileButton>
          <Textarea
            flex="1 1 260px"
            label="Ou cole as linhas aqui"
            autosize
            minRows={1}
            maxRows={6}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
          />
          <Button variant="default" mih={44} disabled={pasted.trim() === ''} onClick={() => preview(readList(pasted))}>
            Ler a lista
          </Button>
        </Group>
        {(fault !== '' || check.error) && (
          <Alert color="red" role="alert">
            {fault || failureText(check.error, 'Não foi possível conferir a lista.')}
          </Alert>
        )}
        {isShown && (
          <>
            <Text role="status">
              {countText(people.length)} na lista: {fresh === 0 ? 'nenhuma' : fresh} {fresh < 2 ? 'nova' : 'novas'}
              {faulty > 0 && `, ${faulty} com algo a corrigir`}.
            </Text>
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
                      onChange={(field, value) => change(at, field, value)}
                      onRemove={() => preview(people.filter((_, index) => index !== at))}
                    />
                  ))}
                </tbody>
              </table>
            </div>
            <Group align="flex-end">
              <NumberInput
                label="Vale por quantos dias"
                w={190}
                min={1}
                max={90}
                value={days}
                onChange={(value) => setDays(Number(value))}
              />
              {isChanged || faulty > 0 ? (
                <Button mih={44} disabled={check.isPending || !isChanged} onClick={() => preview(people)}>
                  {check.isPending ? 'Conferindo...' : 'Conferir de novo'}
                </Button>
              ) : (
                <Button mih={44} disabled={invite.isPending || fresh === 0} onClick={send}>
                  {invite.isPending ? 'Convidando...' : `Convidar ${countText(fresh)}`}
                </Button>
              )}
            </Group>
            <Text size="sm" c="dimmed">
              {letters
                ? 'Quem tem e-mail recebe o convite por carta. Os outros você encontra na lista, com link, QR Code e WhatsApp.'
                : 'Sem servidor de correio, você entrega os convites: imprima a lista com os QR Codes ou envie cada um pelo WhatsApp.'}
            </Text>
          </>
        )}
        {invite.error && (
          <Alert color="red" role="alert">
            {failureText(invite.error, 'Não foi possível convidar. Nada foi feito; tente de novo.')}
          </Alert>
        )}
        {invite.data && (
          <Alert
            color="mata"
            role="status"
            title={
              invite.data.made === 0
                ? 'Ninguém foi convidado'
                : `${countText(invite.data.made)} ${invite.data.made === 1 ? 'convidada' : 'convidadas'}`
            }
          >
            {invite.data.letters > 0 &&
              `${invite.data.letters === 1 ? 'Uma carta saiu' : `${invite.data.letters} cartas saíram`}. `}
            {invite.data.already_invited + invite.data.have_accounts > 0 &&
              `${countText(invite.data.already_invited + invite.data.have_accounts)} já ${invite.data.already_invited + invite.data.have_accounts === 1 ? 'tinha' : 'tinham'} convite ou conta.`}
          </Alert>
        )}
      </Stack>
    </Paper>
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

function countText(count: number): string {
  return count === 1 ? '1 pessoa' : `${count} pessoas`
}
