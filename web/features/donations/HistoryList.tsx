import './donations.css'
import { Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { donationTypeLabel, memberDonationStatusLabel } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { dayText } from '#web/text/dates.ts'
import { PaperButtons } from '#web/ui/PaperButtons.tsx'
import { Paging } from '#web/ui/Paging.tsx'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { StatusMark } from '#web/ui/StatusMark.tsx'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { HISTORY_PAGE, historyQuery } from './api.ts'
import type { HistoryDonation } from './api.ts'
import { ownDonationsSearch } from './search.ts'
import { CaseLink } from './CaseLink.tsx'
import { Conversation } from './Conversation.tsx'
import { Parts } from './Parts.tsx'
import { Rejections } from './Rejections.tsx'
import { HelpedActs } from './HelpedActs.tsx'
import { donationStatusTone, signatureText } from './status-text.ts'
import { Settlement } from './Settlement.tsx'

export function HistoryList() {
  const [{ doacao }] = useUrlState(ownDonationsSearch)
  const [chosen, choose] = useState<{ readonly page: number; readonly of: string | undefined } | null>(null)
  const page = chosen?.of === doacao ? (chosen?.page ?? null) : null
  const { data: first, error, refetch } = useQuery(historyQuery(page ?? 1, HISTORY_PAGE))
  // A notice may name one of long ago: its page is asked for, until the reader turns to another.
  const isFirst = first?.data.some(({ each }) => each.some(({ id }) => id === doacao)) ?? true
  const isNamed = page === null && doacao !== undefined && !isFirst
  const named = useQuery({ ...historyQuery(1, HISTORY_PAGE, doacao), enabled: isNamed })
  const data = (isNamed ? named.data : undefined) ?? first
  // The statement above or below the list has the tables; a receipt is to be read.
  const isRoda = useIsRoda()
  const here = data?.data.find(({ each }) => each.some(({ id }) => id === doacao))?.id
  useEffect(() => {
    if (here) document.querySelector(`#${CSS.escape(`doacao-${here}`)}`)?.scrollIntoView()
  }, [here])
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar histórico" refetch={refetch} />
  if (!data) return <LoadingRows />
  if (data.data.length === 0)
    return (
      <EmptyState title="Nenhuma doação encerrada ainda">
        Doações concluídas, expiradas ou canceladas ficam guardadas aqui.
      </EmptyState>
    )
  return (
    <Stack>
      {data.data.map((donation) => (
        <HistoryRow key={donation.id} donation={donation} isRoda={isRoda} />
      ))}
      {data.pagination.totalPages > 1 && (
        <Paging
          label="Páginas do histórico"
          noun="doações"
          pages={data.pagination}
          onPage={(to) => choose({ page: to, of: doacao })}
        />
      )}
    </Stack>
  )
}

/** One donation that ended. */
function HistoryRow({ donation, isRoda }: { donation: HistoryDonation; isRoda: boolean | undefined }) {
  const isDonor = donation.role === 'DONOR'
  const other = isDonor ? donation.receiver : donation.donor
  // Expired and cancelled donations moved no money but their parts, so they get no sign and no colour of a gain.
  const hasMoved = donation.status === 'CONFIRMED'
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      aria-label={`${isDonor ? 'Para' : 'De'} ${other?.name ?? ''}, ${moneyText(donation.amount)}`}
      id={`doacao-${donation.id}`}
      className="history-row"
      data-way={hasMoved ? donation.role : undefined}
    >
      <span className="history-way" aria-hidden="true">
        {hasMoved ? (isDonor ? '↑' : '↓') : '·'}
      </span>
      <div style={{ minWidth: 0 }}>
        <div className="history-top">
          <Text fw={700} className="no-break" {...(hasMoved ? {} : { c: 'dimmed' })}>
            {hasMoved && (isDonor ? '− ' : '+ ')}
            {moneyText(donation.amount)}
          </Text>
          <StatusMark tone={donationStatusTone(donation.status)}>
            {memberDonationStatusLabel(donation.status)}
          </StatusMark>
        </div>
        <Text className="wrap-anywhere">
          {isDonor ? 'Para' : 'De'} {other?.name}
        </Text>
        <Text size="sm" c="dimmed">
          {donationTypeLabel(donation.type)}
          {'\u00a0· '}
          <span className="no-break">{dayText(donation.endedAt)}</span>
        </Text>
        {!hasMoved && donation.paid > 0 && (
          <Text size="sm">{moneyText(donation.paid)} já confirmados em partes continuam dados.</Text>
        )}
        <HelpedActs donation={donation} />
        {donation.settlement && <Settlement settlement={donation.settlement} />}
        {hasMoved && (
          <div className="history-paper">
            <PaperButtons
              path={`/donations/${donation.id}/recibo`}
              of={`${moneyText(donation.amount)}, ${isDonor ? 'para' : 'de'} ${other?.name ?? ''}`}
              size="compact-sm"
              table={!isRoda}
            >
              Recibo (PDF)
            </PaperButtons>
          </div>
        )}
        {donation.report_id && <CaseLink id={donation.report_id} />}
        <HowItWent donation={donation} />
        <Parts donation={donation} />
        <Rejections donation={donation} />
      </div>
    </Paper>
  )
}

/** The acts of both sides, and whether their devices signed them, for whoever asks. */
function HowItWent({ donation }: { donation: HistoryDonation }) {
  const { receipt_signed, confirmation_signed } = donation
  const isRoda = useIsRoda()
  if (receipt_signed === null && confirmation_signed === null) return null
  return (
    <details className="history-details">
      <summary>Detalhes</summary>
      {isRoda && <Conversation donation={donation} side={donation.role === 'DONOR' ? 'donor' : 'receiver'} />}
      {receipt_signed !== null && <Text size="sm">Comprovante: {signatureText(receipt_signed)}</Text>}
      {confirmation_signed !== null && <Text size="sm">Confirmação: {signatureText(confirmation_signed)}</Text>}
    </details>
  )
}
