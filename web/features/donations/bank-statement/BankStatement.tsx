import './bank-statement.css'
import { Alert, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
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
  const now = useNow()
  const comparing = useComparing()
  const opened = comparing.data ?? null
  const waiting = receiving.data?.filter(({ allowed }) => allowed.includes('confirm'))
  const owed = sending.data?.filter(({ receiver }) => receiver !== null) ?? []
  if (!waiting)
    return receiving.error ? (
      <Unread error={receiving.error} otherwise="Erro ao carregar doações a receber" refetch={receiving.refetch} />
    ) : (
      <LoadingRows />
    )
  const expectedOut = owed.map((donation) => expectedTo(donation, now))
  const went = opened && matchStatement(opened.statement, expectedOut, 'out')
  return (
    <Stack gap="lg">
      <OpenStatement onRead={(statement) => (statement ? comparing.mutate(statement) : comparing.reset())} />
      {comparing.isPending && <LoadingRows rows={1} label="Comparando o extrato..." />}
      {comparing.isError && (
        <Unread
          error={comparing.error}
          otherwise="Não foi possível comparar o extrato"
          refetch={() => comparing.mutate(comparing.variables)}
        />
      )}
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

type Opened = { readonly statement: Statement; readonly came: ReadonlyMap<string, Verdict> }

/**
 * Holds a statement to what waits for this person, once for each file: ticks made by hand stay while donations are confirmed. The lists
 * are read anew for it, since those that are shown may be kept from an earlier visit, without what came since; where one cannot be
 * read nothing is compared.
 */
function useComparing() {
  const anew = { throwOnError: true }
  const receiving = useQuery(toReceiveQuery)
  const sending = useQuery(toSendQuery)
  // Asked for with each file that is opened, and not before.
  const ended = useQuery({ ...historyQuery(1, ENDED_MAX), enabled: false })
  return useMutation({
    mutationFn: async (statement: Statement): Promise<Opened> => {
      const [{ data = [] }, { data: past }] = await Promise.all([
        receiving.refetch(anew),
        ended.refetch(anew),
        sending.refetch(anew),
      ])
      const [sent, unpaid] = [true, false].map((is) => data.filter(({ allowed }) => allowed.includes('confirm') === is))
      const owing = unpaid!.map(({ donor }) => donor.name)
      const received = past?.data.filter(({ role }) => role === 'RECEIVER') ?? []
      const names = new Map(sent!.map(({ donorId, donor }) => [donorId, donor.name]))
      // Without them nothing is certain: one payment could be counted again.
      const confirmed = [...received, ...data].flatMap((one) => confirmedFrom(one, names))
      return { statement, came: matchStatement(statement, sent!.map(expectedFrom), 'in', { confirmed, owing }) }
    },
  })
}

type FoundProps = Opened & { readonly isOther: boolean; readonly hasAny: boolean }

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
