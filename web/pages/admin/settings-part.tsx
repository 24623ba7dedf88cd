import '#web/features/settings/settings.css'
import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { AdministratorsCard } from '#web/features/administrators/AdministratorsCard.tsx'
import { BackupCard } from '#web/features/backups/BackupCard.tsx'
import { settingsQuery } from '#web/features/settings/api.ts'
import type { CircleSettings } from '#web/features/settings/api.ts'
import { Acting } from '#web/features/session/Acting.tsx'
import { AnswerDays } from '#web/features/settings/AnswerDays.tsx'
import { RotationCard } from '#web/features/settings/RotationCard.tsx'
import { CloseCard } from '#web/features/settings/CloseCard.tsx'
import { CircleList } from '#web/features/settings/CircleList.tsx'
import { PresentOutcome } from '#web/features/settings/CircleSettings.tsx'
import { ContributionCalendar } from '#web/features/settings/ContributionCalendar.tsx'
import { IdentityForm } from '#web/features/settings/IdentityForm.tsx'
import { MailCard } from '#web/features/settings/MailCard.tsx'
import { Outbox } from '#web/features/settings/Outbox.tsx'
import { isSettingsPart, settingsPartTitle } from '#web/features/settings/parts.ts'
import type { SettingsPart } from '#web/features/settings/parts.ts'
import { TakePartCard } from '#web/features/settings/TakePartCard.tsx'
import { PlanCard } from '#web/features/settings/PlanCard.tsx'
import { say } from '#web/text/say.ts'
import { BackLink } from '#web/ui/BackLink.tsx'
import { LoadingRows, Unread } from '#web/ui/states.tsx'

/** One subject of the settings on a page of its own: its card's title is the page's. */
export default function SettingsPartPage() {
  const { part } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(settingsQuery)
  if (part === undefined || !isSettingsPart(part)) return <Navigate to="/admin/settings" replace />
  return (
    <Stack gap="md">
      <BackLink to="/admin/settings">{say('Configurações')}</BackLink>
      <Title order={1} className="only-heard">
        {settingsPartTitle(part)}
      </Title>
      {error && !data && <Unread error={error} otherwise="Erro ao carregar as configurações" refetch={refetch} />}
      {!data && !error && <LoadingRows rows={2} label="Carregando configurações..." />}
      {data && <Subject part={part} settings={data} />}
    </Stack>
  )
}

function Subject({ part, settings }: { part: SettingsPart; settings: CircleSettings }) {
  const navigate = useNavigate()
  const toLaboratory = () => void navigate({ to: '/admin/settings', search: { aba: 'laboratorio' } as never })
  const { id } = settings.circle
  switch (part) {
    case 'plano':
      return (
        <PlanCard settings={settings} onChange={toLaboratory}>
          <PresentOutcome />
        </PlanCard>
      )
    case 'identidade':
      return (
        <>
          <IdentityForm key={id} settings={settings} />
          <TakePartCard settings={settings} />
        </>
      )
    case 'calendario':
      return <ContributionCalendar calendar={settings.calendar} />
    case 'prazo':
      return <AnswerDays key={`${id} ${settings.answer_days}`} days={settings.answer_days} />
    case 'correio':
      return (
        <>
          <MailCard mail={settings.mail} />
          <Outbox />
        </>
      )
    case 'copia':
      return <BackupCard />
    case 'administradores':
      return <AdministratorsCard />
    case 'encerrar':
      return (
        <Acting>
          <RotationCard circle={settings.circle} />
          <CloseCard circle={settings.circle} />
        </Acting>
      )
    case 'circulos':
      return <CircleList onCreate={() => void navigate({ to: '/admin/found' })} />
  }
}
