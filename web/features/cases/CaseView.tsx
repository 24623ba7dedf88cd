import './cases.css'
import { Alert, Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { donationTypeLabel, memberDonationStatusLabel, memberReportStatusLabels } from '#contracts/labels.ts'
import { moneyText } from '#contracts/money-text.ts'
import { fullMomentText } from '#web/text/dates.ts'
import { PaperButtons } from '#web/ui/PaperButtons.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { caseQuery } from './api.ts'
import type { Case } from './api.ts'
import { BankHelp } from '#web/features/circle/BankHelp.tsx'
import { BankLink } from '#web/features/circle/BankLink.tsx'
import { AppealForm } from './AppealForm.tsx'
import { outcomeText, proposalText } from './case-text.ts'
import { CaseTimeline } from './CaseTimeline.tsx'
import { StatementForm } from './StatementForm.tsx'

/** A case as one of its two parties reads it and writes in it, or a fiscal decides it or its appeal. */
export function CaseView({ id, Deciding }: { id: string; Deciding: ComponentType<{ of: Case }> }) {
  const { data, error, refetch } = useQuery(caseQuery(id))
  if (error && !data) return <Unread error={error} otherwise="Erro ao carregar o caso" refetch={refetch} />
  if (!data) return <LoadingRows rows={3} />
  return (
    <Stack gap="lg">
      <Paper withBorder p="md">
        <Facts of={data} />
      </Paper>
      <section>
        <Title order={2} size="h4" mb="sm">
          O que aconteceu
        </Title>
        <CaseTimeline of={data} />
      </section>
      {data.allowed.includes('add') && (
        <Paper withBorder p="md">
          <StatementForm id={id} />
        </Paper>
      )}
      {data.proposal && (
        <Alert color="sol" role="status">
          {proposalText(data.proposal, fullMomentText)}{' '}
          {data.side !== null && (
            <Anchor inherit renderRoot={(props) => <Link {...props} to="/home" />}>
              Ler a proposta, ou discordar
            </Anchor>
          )}
        </Alert>
      )}
      {data.allowed.some((act) => act === 'decide' || act === 'decide_appeal') && (
        <Paper withBorder p="md">
          <Suspense fallback={<LoadingRows rows={2} />}>
            <Deciding of={data} />
          </Suspense>
        </Paper>
      )}
      {data.allowed.includes('appeal') && (
        <Paper withBorder p="md">
          <AppealForm of={data} />
        </Paper>
      )}
      {data.report_resolved && (
        <Text size="sm" c="dimmed">
          {data.appeal === 'open'
            ? 'Há um recurso a decidir. Até lá, a primeira decisão vale.'
            : 'Este caso está encerrado: ninguém escreve mais nele.'}
        </Text>
      )}
      <PaperButtons path={`/reports/${id}/export`}>Baixar o caso (PDF)</PaperButtons>
      <BankHelp />
      <BankLink>Um PIX que deu errado: passo a passo</BankLink>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/donations" />}>
        Voltar às doações
      </Anchor>
    </Stack>
  )
}

function Facts({ of }: { of: Case }) {
  const outcome = outcomeText(of)
  return (
    <dl className="case-facts">
      <Fact label="Situação">{memberReportStatusLabels[of.status]}</Fact>
      <Fact label="Doação">
        {donationTypeLabel(of.type)}, {moneyText(of.amount)} · {memberDonationStatusLabel(of.donation_status)}
      </Fact>
      {of.pix_transaction && (
        <Fact label="ID da transação PIX">
          <span className="wrap-anywhere">{of.pix_transaction}</span>
        </Fact>
      )}
      <Fact label="De quem para quem">
        {of.donor.name} → {of.receiver.name}
      </Fact>
      <Fact label="Aberto por">
        {openerText(of)}, em {fullMomentText(of.reported_at)}
      </Fact>
      {outcome && <Fact label="Decisão">{outcome}</Fact>}
    </dl>
  )
}

function openerText({ side, reported_by: by, donor, receiver }: Case): string {
  if (by === 'administration') return 'Administração'
  return side === by ? 'Você' : (by === 'donor' ? donor : receiver).name
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
