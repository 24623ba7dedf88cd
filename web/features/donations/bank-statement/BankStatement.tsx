import './bank-statement.css'
import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayText } from '#web/text/dates.ts'
import { useNow } from '#web/ui/useNow.ts'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { historyQuery, toReceiveQuery, toSendQuery } from '../api.ts'
import { confirmedFrom, expectedFrom, expectedTo } from './expected.ts'
import { Incoming } from './Incoming.tsx'
import { coversAny, matchStatement } from './match.ts'
import type { Verdict } from './match.ts'
import { OpenStatement } from './OpenStatement.tsx'
import { Outgoing } from './Outgoing.tsx'
import type { Statement } from './statement.ts'

/** So many ended donations are looked at for payments that were confirmed already: of more months than a statement has. */
const ENDED_MAX = 100

/** A bank's statement held to what is open on either side, on this device alone. */
export function BankStatement() {
  const receiving = useQuery(toReceiveQuery)
  const sending = useQuery(toSendQuery)
  // Asked for with each file that is opened, and not before.
  const ended = useQuery({ ...historyQuery(1, ENDED_MAX), enabled: false })
  const now = useNow()
  const [opened, setOpened] = useState<{ statement: Statement; came: ReadonlyMap<string, Verdict> } | null>(null)
  const waiting = receiving.data?.filter(({ allowed }) => allowed.includes('confirm'))
  const owed = sending.data?.filter(({ receiver }) => receiver !== null) ?? []
  if (!waiting)
    return receiving.error ? (
      <Unread error={receiving.error} otherwise="Erro ao carregar doações a receber" refetch={receiving.refetch} />
    ) : (
      <LoadingRows />
    )
  // Once for each file: ticks made by hand stay while donations are confirmed.
  const read = async (statement: Statement | null) => {
    if (!statement) return setOpened(null)
    // The list that is shown may be one kept from an earlier visit, without what came since.
    const [{ data = [] }, { data: past }] = await Promise.all([receiving.refetch(), ended.refetch()])
    const [sent, unpaid] = [true, false].map((is) => data.filter(({ allowed }) => allowed.includes('confirm') === is))
    const owing = unpaid!.map(({ donor }) => donor.name)
    const received = past?.data.filter(({ role }) => role === 'RECEIVER') ?? []
    const names = new Map(sent!.map(({ donorId, donor }) => [donorId, donor.name]))
    const confirmed = [...received, ...data].flatMap((one) => confirmedFrom(one, names))
    // Without them nothing is certain: one payment could be counted again.
    const came = past && matchStatement(statement, sent!.map(expectedFrom), 'in', { confirmed, owing })
    setOpened({ statement, came: came ?? new Map() })
  }
  const expectedOut = owed.map((donation) => expectedTo(donation, now))
  const went = opened && matchStatement(opened.statement, expectedOut, 'out')
  return (
    <Stack gap="lg">
      <OpenStatement onRead={(statement) => void read(statement)} />
      {opened && (
        <Found
          {...opened}
          isOther={!coversAny(opened.statement, [...waiting.map(expectedFrom), ...expectedOut])}
          hasAny={waiting.length + owed.length > 0}
        />
      )}
      <Incoming waiting={waiting} verdicts={opened?.came ?? null} />
      {went && (
        <Outgoing
          paid={owed.map((donation, at) => ({
            donation,
            expected: expectedOut[at]!,
            verdict: went.get(donation.id)!,
          }))}
        />
      )}
    </Stack>
  )
}

type FoundProps = {
  readonly statement: Statement
  readonly came: ReadonlyMap<string, Verdict>
  readonly isOther: boolean
  readonly hasAny: boolean
}

/** One sentence on what the statement has. */
function Found({ statement: { from, to }, came, isOther, hasAny }: FoundProps) {
  const days = `Este extrato vai de ${dayText(from)} a ${dayText(to)}`
  if (isOther && hasAny)
    return (
      <Alert color="sol" role="alert">
        {days}, e nada do que está em aberto é desse tempo. Abra o do mês em que o dinheiro andou.
      </Alert>
    )
  const certain = [...came.values()].filter(({ is }) => is === 'certain').length
  return (
    <Text role="status">
      {days}. {came.size > 0 && foundText(certain, came.size)}
    </Text>
  )
}

/** 'Nele está 1 de 3 pagamentos que você espera.' */
function foundText(certain: number, awaited: number): string {
  if (awaited > 1)
    return `Nele ${certain === 1 ? 'está' : 'estão'} ${certain} de ${awaited} pagamentos que você espera.`
  return certain === 1 ? 'Nele está o pagamento que você espera.' : 'Confira abaixo o pagamento que você espera.'
}
