import { Alert, Button, FileButton, Group, NumberInput, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { INVITED_MAX } from '#contracts/forms/join-links.ts'
import type { InvitedField } from '#contracts/forms/join-links.ts'
import { failureText } from '#web/api/client.ts'
import { decodeText } from '#web/ui/decode-text.ts'
import { chooseAnew } from '#web/ui/images.ts'
import { useCheckPeople, useInvitePeople } from './api.ts'
import { InviteTable } from './InviteTable.tsx'
import { readList } from './read-list.ts'
import type { ListedPerson } from './read-list.ts'
import { Refused } from '#web/ui/Refused.tsx'

/** Invites a list of people: a file or a pasted table, its preview line by line, corrections in place, and all in one go. */
export function InviteList({ letters, onDone }: { letters: boolean; onDone: () => void }) {
  const { people, days, setDays, fault, isChanged, check, invite, preview, open, change, send } = useInviteList(onDone)
  const rows = fault === '' ? (check.data?.rows ?? []) : []
  const isShown = rows.length === people.length && people.length > 0
  const faulty = rows.filter(({ state }) => state === 'faulty').length
  const fresh = rows.filter(({ state }) => state === 'new').length
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
        <ListSource onFile={(file) => void open(file)} onText={(text) => preview(readList(text))} />
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
            <InviteTable
              people={people}
              rows={rows}
              onChange={change}
              onRemove={(at) => preview(people.filter((_, index) => index !== at))}
            />
            <SendButtons
              fresh={fresh}
              days={days}
              onDays={setDays}
              isToCheck={isChanged || faulty > 0}
              canCheck={isChanged && !check.isPending}
              isChecking={check.isPending}
              isInviting={invite.isPending}
              onCheck={() => preview(people)}
              onSend={send}
            />
            <Text size="sm" c="dimmed">
              {letters
                ? 'Quem tem e-mail recebe o convite por carta. Os outros você encontra na lista, com link, QR Code e WhatsApp.'
                : 'Sem servidor de correio, você entrega os convites: imprima a lista com os QR Codes ou envie cada um pelo WhatsApp.'}
            </Text>
          </>
        )}
        <Refused error={invite.error} otherwise="Não foi possível convidar. Nada foi feito; tente de novo." />
        {invite.data && <Invited {...invite.data} />}
      </Stack>
    </Paper>
  )
}

/** The list as read, corrected and checked by the server, and what is done with it. */
function useInviteList(onDone: () => void) {
  const [people, setPeople] = useState<readonly ListedPerson[]>([])
  const [fault, setFault] = useState('')
  const [days, setDays] = useState(14)
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
    const text = decodeText(await file.arrayBuffer())
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
  const send = () =>
    invite.mutate({ people: rowsOf(people), days }, { onError: () => check.mutate(rowsOf(people)), onSuccess: onDone })
  return { people, days, setDays, fault, isChanged, check, invite, preview, open, change, send }
}

function ListSource({ onFile, onText }: { onFile: (file: File) => void; onText: (text: string) => void }) {
  const [pasted, setPasted] = useState('')
  return (
    <Group align="flex-end">
      <FileButton
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onChange={(file) => file && onFile(file)}
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
      <Button variant="default" mih={44} disabled={pasted.trim() === ''} onClick={() => onText(pasted)}>
        Ler a lista
      </Button>
    </Group>
  )
}

type SendProps = {
  readonly fresh: number
  /** For how many days the invitations hold. */
  readonly days: number
  readonly onDays: (days: number) => void
  /** Something was changed or is wrong: the list is checked again before anybody is invited. */
  readonly isToCheck: boolean
  readonly canCheck: boolean
  readonly isChecking: boolean
  readonly isInviting: boolean
  readonly onCheck: () => void
  readonly onSend: () => void
}

function SendButtons(props: SendProps) {
  const { fresh, days, onDays, isToCheck, canCheck, isChecking, isInviting, onCheck, onSend } = props
  return (
    <Group align="flex-end">
      <NumberInput
        label="Vale por quantos dias"
        w={190}
        min={1}
        max={90}
        value={days}
        onChange={(value) => onDays(Number(value))}
      />
      {isToCheck ? (
        <Button mih={44} disabled={!canCheck} onClick={onCheck}>
          {isChecking ? 'Conferindo...' : 'Conferir de novo'}
        </Button>
      ) : (
        <Button mih={44} disabled={isInviting || fresh === 0} onClick={onSend}>
          {isInviting ? 'Convidando...' : `Convidar ${countText(fresh)}`}
        </Button>
      )}
    </Group>
  )
}

type InvitedProps = {
  readonly made: number
  readonly letters: number
  readonly already_invited: number
  readonly have_accounts: number
}

function Invited({ made, letters, already_invited: invited, have_accounts: accounts }: InvitedProps) {
  const known = invited + accounts
  return (
    <Alert
      color="mata"
      role="status"
      title={made === 0 ? 'Ninguém foi convidado' : `${countText(made)} ${made === 1 ? 'convidada' : 'convidadas'}`}
    >
      {letters > 0 && `${letters === 1 ? 'Uma carta saiu' : `${letters} cartas saíram`}. `}
      {known > 0 && `${countText(known)} já ${known === 1 ? 'tinha' : 'tinham'} convite ou conta.`}
    </Alert>
  )
}

function countText(count: number): string {
  return count === 1 ? '1 pessoa' : `${count} pessoas`
}
