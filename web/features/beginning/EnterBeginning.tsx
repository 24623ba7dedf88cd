import './beginning.css'
import { Alert, Button, Group, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { beginningFaults, sumOf } from '#circle/beginning.ts'
import type { Plan } from '#circle/plan.ts'
import { centsText, moneyText } from '#contracts/money-text.ts'
import { planToldBy } from '#contracts/told-plans.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import type { NameOf } from '#web/text/name-of.ts'
import { Refused } from '#web/ui/Refused.tsx'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { beginningQuery, useBeginning } from './api.ts'
import type { Beginning } from './api.ts'
import { commandRows, draftOf, draftsOfNow, pasteRows, rowsNow, sentRows } from './rows.ts'
import type { RowDraft } from './rows.ts'

/** The rows with which a roda comes in: typed or pasted, asked of their people, and then brought in. */
export function EnterBeginning({ nameOf }: { nameOf: NameOf }) {
  const { data, error, refetch } = useQuery(beginningQuery)
  const { data: circle } = useQuery(circleQuery)
  const change = useBeginning()
  if (error && !data) return <Unread error={error} otherwise="Não foi possível ler o começo" refetch={refetch} />
  if (!data || !circle) return <LoadingRows />
  if (change.isSuccess && change.variables.does === 'open')
    return (
      <Alert color="mata" role="status" title="A roda entrou">
        Todos foram avisados. As próximas contribuições são pedidas por aqui, e cada conta segue do que já houve.
      </Alert>
    )
  if (data.why_not !== null) return <EmptyState title="Agora não dá">{data.why_not}</EmptyState>
  if (rowsNow(data).length < 2 && !data.waits)
    return <EmptyState title="Faltam as pessoas">Aprove primeiro os cadastros de quem está na roda.</EmptyState>
  return (
    <Stack>
      {data.waits && <Waiting beginning={data} change={change} nameOf={nameOf} />}
      <Table
        // Rows of zeros are of nobody's making: what is being typed outlives that somebody is approved meanwhile.
        key={data.waits ? data.rows.map((row) => `${row.member_id} ${row.given} ${row.received}`).join() : ''}
        beginning={data}
        plan={planToldBy(circle)}
        change={change}
        nameOf={nameOf}
      />
    </Stack>
  )
}

type Change = ReturnType<typeof useBeginning>

/** Of so many the names stand in a sentence; of more each row says it. */
const NAMED = 4

/** The answers that are missing, or say something else, and the button once all said yes. */
function Waiting({ beginning, change, nameOf }: { beginning: Beginning; change: Change; nameOf: NameOf }) {
  const { left, newcomers } = beginning
  const rows = beginning.rows.filter(({ member_id: id }) => !left.includes(id))
  const missing = rows.filter(({ accepted, said }) => !accepted && !said)
  const contested = rows.filter(({ said }) => said)
  const isAccepted = missing.length + contested.length === 0
  const isReady = isAccepted && left.length === 0
  const namesOf = (ids: readonly string[]) => ids.map((id) => nameOf(id)).join(', ')
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="quem-falta">
      <Title order={2} size="h4" id="quem-falta">
        {isAccepted ? 'Todos disseram que está certo' : `Falta o sim de ${missing.length + contested.length}`}
      </Title>
      {missing.length > 0 && missing.length <= NAMED && (
        <Text mt={4} className="wrap-anywhere">
          Ainda não conferiram: {namesOf(missing.map(({ member_id: id }) => id))}.
        </Text>
      )}
      {left.length > 0 && (
        <Alert color="sol" mt="sm" title="Alguém saiu" className="wrap-anywhere">
          {namesOf(left)}: a linha não vale mais. Acertem as contas sem ela, guarde abaixo e peça de novo.
        </Alert>
      )}
      {newcomers.length > 0 && (
        <Alert color="sol" mt="sm" title="Alguém entrou depois" className="wrap-anywhere">
          {namesOf(newcomers)}: a linha está no fim, com zeros. Guarde abaixo e peça de novo, para que também confira.
        </Alert>
      )}
      {contested.map(({ member_id: id, said }) => (
        <Alert key={id} color="sol" mt="sm" className="wrap-anywhere">
          {nameOf(id)} diz que deu {moneyText(said!.given)} e recebeu {moneyText(said!.received)}. Acertem juntos,
          corrija abaixo e peça de novo.
        </Alert>
      ))}
      <Refused error={change.error} otherwise="Não foi feito" mt="sm" />
      <Group gap="xs" mt="md">
        <Button
          mih={44}
          disabled={!isReady || change.isPending}
          onClick={() => change.mutate({ does: 'open', rows: beginning.rows })}
        >
          {change.isPending ? 'Um momento...' : 'Trazer a roda'}
        </Button>
        <Button mih={44} variant="default" disabled={change.isPending} onClick={() => change.mutate({ does: 'drop' })}>
          Desistir e começar do zero
        </Button>
      </Group>
    </Paper>
  )
}

type TableProps = { beginning: Beginning; plan: Plan; change: Change; nameOf: NameOf }

function Table({ beginning, plan, change, nameOf }: TableProps) {
  const present = rowsNow(beginning)
  const [typed, setDrafts] = useState<readonly RowDraft[]>(() => draftOf(present))
  const drafts = draftsOfNow(typed, present)
  const rows = commandRows(sentRows(drafts))
  const faults = beginningFaults(plan, rows)
  const isChanged = JSON.stringify(sentRows(drafts)) !== JSON.stringify(sentRows(draftOf(present)))
  const isOthers = beginning.left.length + beginning.newcomers.length > 0
  const isSame = beginning.waits && !isChanged && !isOthers && !beginning.rows.some(({ said }) => said)
  const set = (index: number, to: Partial<RowDraft>) =>
    setDrafts(drafts.map((row, at) => (at === index ? { ...row, ...to } : row)))
  const move = (index: number, by: number) =>
    setDrafts(drafts.toSpliced(index, 1).toSpliced(index + by, 0, drafts[index]!))
  return (
    <Stack>
      <Paste
        onPaste={(text) => {
          const people = present.map(({ member_id: id }) => ({ id, name: nameOf(id) }))
          const { rows: pasted, unread } = pasteRows(text, people, drafts)
          setDrafts(pasted)
          return unread
        }}
      />
      <ol className="beginning-rows" aria-label="Na ordem das vezes">
        {drafts.map((row, index) => (
          <DraftRow
            key={row.memberId}
            row={row}
            name={`${index + 1}ª vez: ${nameOf(row.memberId)}`}
            state={stateOf(beginning, row.memberId)}
            onChange={(to) => set(index, to)}
            onUp={index > 0 ? () => move(index, -1) : null}
            onDown={index < drafts.length - 1 ? () => move(index, 1) : null}
          />
        ))}
      </ol>
      <div role="status">
        <Sums rows={rows} />
        {faults.length > 0 && (
          <Alert color="sol" mt="sm" title="As contas ainda não fecham">
            {faults.map(({ reason }) => (
              <Text key={reason}>{reason.charAt(0).toUpperCase() + reason.slice(1)}</Text>
            ))}
          </Alert>
        )}
      </div>
      {!beginning.waits && <Refused error={change.error} otherwise="As linhas não foram guardadas" />}
      <div>
        <Button
          mih={44}
          disabled={faults.length > 0 || isSame || change.isPending}
          onClick={() => change.mutate({ does: 'enter', rows: sentRows(drafts) })}
        >
          {beginning.waits ? 'Guardar e pedir de novo' : 'Pedir que cada pessoa confira'}
        </Button>
      </div>
    </Stack>
  )
}

function stateOf({ waits, rows }: Beginning, memberId: string): string | null {
  const row = rows.find(({ member_id: id }) => id === memberId)
  if (!waits || !row) return null
  return row.accepted ? 'Disse que está certo' : row.said ? 'Diz que é outro valor' : 'Ainda não conferiu'
}

function Sums({ rows }: { rows: ReturnType<typeof commandRows> }) {
  const [given, received] = [sumOf(rows, 'givenCents'), sumOf(rows, 'receivedCents')]
  if (Number.isNaN(given) || Number.isNaN(received)) return null
  return (
    <Text>
      Todos juntos deram <b>{centsText(given)}</b> e receberam <b>{centsText(received)}</b>.
    </Text>
  )
}

type DraftProps = {
  row: RowDraft
  name: string
  state: string | null
  onChange: (to: Partial<RowDraft>) => void
  onUp: (() => void) | null
  onDown: (() => void) | null
}

function DraftRow({ row, name, state, onChange, onUp, onDown }: DraftProps) {
  return (
    <li className="beginning-row" aria-label={name}>
      <div className="wrap-anywhere">
        <b>{name}</b>
        {state && (
          <Text size="sm" c="dimmed">
            {state}
          </Text>
        )}
      </div>
      <TextInput
        label="Deu (R$)"
        inputMode="decimal"
        value={row.given}
        onChange={(event) => onChange({ given: event.currentTarget.value })}
      />
      <TextInput
        label="Recebeu (R$)"
        inputMode="decimal"
        value={row.received}
        onChange={(event) => onChange({ received: event.currentTarget.value })}
      />
      <div className="beginning-moves">
        <Button variant="default" mih={44} disabled={!onUp} onClick={() => onUp?.()} aria-label={`Antes, ${name}`}>
          ↑
        </Button>
        <Button variant="default" mih={44} disabled={!onDown} onClick={() => onDown?.()} aria-label={`Depois, ${name}`}>
          ↓
        </Button>
      </div>
    </li>
  )
}

/** The lines of a spreadsheet become rows. */
function Paste({ onPaste }: { onPaste: (text: string) => readonly string[] }) {
  const [text, setText] = useState('')
  const [unread, setUnread] = useState<readonly string[]>([])
  return (
    <details>
      <summary>Colar da planilha</summary>
      <Stack gap="sm" mt="sm">
        <Textarea
          label="Nome, quanto deu e quanto recebeu, na ordem das vezes"
          description="Uma pessoa por linha, como a planilha copia, ou com ponto e vírgula: Ana;300,00;0"
          autosize
          minRows={4}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button variant="default" mih={44} disabled={text.trim() === ''} onClick={() => setUnread(onPaste(text))}>
            Pôr nas linhas
          </Button>
        </div>
        {unread.length > 0 && (
          <Alert color="sol" title="Não foram lidas">
            {unread.map((line, index) => (
              <Text key={`${index} ${line}`} className="wrap-anywhere">
                {line}
              </Text>
            ))}
          </Alert>
        )}
      </Stack>
    </details>
  )
}
