import './settings.css'
import { Divider, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { outcomeQuery } from '#web/features/circle/api.ts'
import { useNoCircle } from '#web/features/circle/no-circle.ts'
import { Outcome, OutcomeSummary } from '#web/features/circle/Outcome.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { Acting } from '#web/features/session/Acting.tsx'
import { settingsQuery } from './api.ts'
import { AnswerDays } from './AnswerDays.tsx'
import { ContributionCalendar } from './ContributionCalendar.tsx'
import { CloseCard } from './CloseCard.tsx'
import { CircleList } from './CircleList.tsx'
import { IdentityForm } from './IdentityForm.tsx'
import { MailCard } from './MailCard.tsx'
import { Outbox } from './Outbox.tsx'
import { PlanCard } from './PlanCard.tsx'
import { ResetCard } from './ResetCard.tsx'

/**
 * Everything about the circle on screen that an administrator decides, and the installation's other circles. `children`
 * stand before what cannot be undone.
 */
export function CircleSettings({ onLaboratory, children }: { onLaboratory: () => void; children: ReactNode }) {
  const { data, error, refetch } = useQuery(settingsQuery)
  const hasNone = useNoCircle()
  return (
    <Stack gap="lg">
      <CircleList onCreate={onLaboratory} />
      {error && !data && <Unread error={error} otherwise="Erro ao carregar as configurações" refetch={refetch} />}
      {!data && !error && <LoadingRows rows={4} label="Carregando configurações..." />}
      {data && hasNone && (
        <>
          <MailCard mail={data.mail} />
          <Outbox />
          {children}
        </>
      )}
      {data && !hasNone && (
        <>
          <PlanCard settings={data} onChange={onLaboratory}>
            <PresentOutcome />
          </PlanCard>
          <IdentityForm key={data.circle.id} settings={data} />
          <div className="settings-pair">
            <ContributionCalendar calendar={data.calendar} />
            <Stack>
              <AnswerDays key={`${data.circle.id} ${data.answer_days}`} days={data.answer_days} />
              <MailCard mail={data.mail} />
            </Stack>
          </div>
          <Outbox />
          {children}
          <Acting>{data.circle.mode === 'real' && <CloseCard circle={data.circle} />}</Acting>
          <Acting>{data.circle.mode === 'demonstracao' && <ResetCard circle={data.circle} />}</Acting>
        </>
      )}
    </Stack>
  )
}

export function PresentOutcome() {
  const { data, error, refetch } = useQuery(outcomeQuery)
  return (
    <Stack mt="lg" gap="sm">
      <Divider />
      <Title order={3} size="h5">
        O que este plano faz com as pessoas
      </Title>
      {error && !data && <Unread error={error} otherwise="Não foi possível simular o plano" refetch={refetch} />}
      {!data && !error && <LoadingRows rows={2} label="Simulando o plano..." />}
      {data && !data.plan.turn && <Outcome outcome={data} label="O que este plano faz" />}
      {data?.plan.turn && (
        <>
          <OutcomeSummary outcome={data} />
          <Link to="/terms">Ver tudo o que ela faz</Link>
        </>
      )}
    </Stack>
  )
}
