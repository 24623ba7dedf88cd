import './donations.css'
import { Anchor, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { periodOf } from '#circle/period.ts'
import { eachOf } from '#web/api/together.ts'
import type { Donation } from '#web/api/together.ts'
import { dayText, monthText } from '#web/text/dates.ts'
import { InSlices } from '#web/ui/InSlices.tsx'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { useNow } from '#web/ui/useNow.ts'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { statsQuery, toReceiveQuery, toSendQuery } from './api.ts'
import { DonationCard } from './DonationCard.tsx'
import { ReceivingKeys } from './ReceivingKey.tsx'
import { ownDonationsSearch } from './search.ts'

/** How many donations show how to pay them without being asked: the first are the most urgent. */
const OPENED = 2

export function ToSendList() {
  const { data, error, refetch } = useQuery(toSendQuery)
  const { data: stats } = useQuery(statsQuery)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar doações a enviar" refetch={refetch} />
  if (!data) return <LoadingRows />
  if (data.length === 0) {
    return (
      <EmptyState title="Nada a fazer agora">
        {stats?.nextMonthlyContribution ? (
          <NextContribution from={stats.nextMonthlyContribution} />
        ) : (
          'Quando houver uma doação a fazer, ela aparece aqui com o valor, o prazo e o código para pagar.'
        )}
      </EmptyState>
    )
  }
  return (
    <InSlices meanwhile={<LoadingRows />}>
      <Cards of={data}>
        {data.map((donation, index) => (
          <DonationCard
            key={donation.id}
            donation={donation}
            side="donor"
            isOpen={index < OPENED && (index === 0 || donation.ahead_of === null)}
          />
        ))}
        {data.some(({ receiver }) => receiver !== null) && (
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/extrato" />}>
            Conferir pelo extrato do banco o que já paguei
          </Anchor>
        )}
      </Cards>
    </InSlices>
  )
}

/** The cards of a list; the one that the address names, also as one of several, comes into view once they are drawn. */
function Cards({ of, children }: { of: readonly Donation[]; children: ReactNode }) {
  const [{ doacao }] = useUrlState(ownDonationsSearch)
  const named = of.find((donation) => eachOf(donation).some(({ id }) => id === doacao))?.id
  const shown = useRef<string | undefined>(undefined)
  useEffect(() => {
    // Once: the reader stays where they are while the list changes.
    if (named === undefined || shown.current === doacao) return
    shown.current = doacao
    document.querySelector(`#${CSS.escape(`doacao-${named}`)}`)?.scrollIntoView()
  }, [named, doacao])
  return <Stack>{children}</Stack>
}

/** A month whose first day has passed is still asked for: by the calendar, or by hand. */
function NextContribution({ from }: { from: string }) {
  const isDue = Date.parse(from) <= useNow()
  return isDue
    ? `A sua contribuição de ${monthText(periodOf(Date.parse(from)))} ainda não foi pedida. Quando for, aparece aqui.`
    : `Sua próxima contribuição mensal é a partir de ${dayText(from)}.`
}

const isConfirmable = ({ allowed }: Donation) => allowed.includes('confirm')
/** A donation that waits for the reader stands before those that they wait for. */
const confirmableFirst = (a: Donation, b: Donation) => Number(isConfirmable(b)) - Number(isConfirmable(a))

export function ToReceiveList() {
  const { data, error, refetch } = useQuery(toReceiveQuery)
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar doações a receber" refetch={refetch} />
  if (!data) return <LoadingRows />
  if (data.length === 0)
    return (
      <EmptyState title="Nada a receber agora">
        Quando for a sua vez, cada doação a caminho aparece aqui com o nome de quem doa.
      </EmptyState>
    )
  return (
    <InSlices meanwhile={<LoadingRows />}>
      <Cards of={data}>
        {data.some(isConfirmable) && (
          <Button variant="light" mih={44} renderRoot={(props) => <Link {...props} to="/extrato" />}>
            Conferir pelo extrato do banco
          </Button>
        )}
        <ReceivingKeys donations={data} />
        {data.toSorted(confirmableFirst).map((donation) => (
          <DonationCard key={donation.id} donation={donation} side="receiver" />
        ))}
      </Cards>
    </InSlices>
  )
}
