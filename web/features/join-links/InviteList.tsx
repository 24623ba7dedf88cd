import { Alert, Button, FileButton, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { failureText } from '#web/api/client.ts'
import { chooseAnew } from '#web/ui/images.ts'
import { InviteTable } from './InviteTable.tsx'
import { readList } from './read-list.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { useInviteList } from './useInviteList.ts'
import { SendButtons, countText } from './SendInvites.tsx'

/** Invites a list of people: a file or a pasted table, its preview line by line, corrections in place, and all in one go. */
export function InviteList({ letters, onDone }: { letters: boolean; onDone: () => void }) {
  const { people, days, setDays, fault, isChanged, check, invite, preview, open, change, send } = useInviteList(onDone)
  const rows = fault === '' ? (check.data?.rows ?? []) : []
  const isShown = rows.length === people.length && people.length > 0
  const faulty = rows.filter(({ state }) => state === 'faulty').length
  const fresh = rows.filter(({ state }) => state === 'new').length
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="invite-list">
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
