import { Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { CaseView } from '#web/features/cases/CaseView.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { lazyPart } from '#web/ui/lazyPart.tsx'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'

/** Only a fiscal decides here. */
const FiscalDecision = lazyPart(() => import('#web/features/admin-reports/FiscalDecision.tsx'))

export default function CasePage() {
  const { user } = useAuth()
  const { reportId } = useParams({ from: '/signed-in/member/reports/$reportId' })
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user?.adminApproved) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Caso da doação
        </Title>
        <Text c="dimmed">As duas partes, a administração e os fiscais leem tudo o que está aqui.</Text>
      </div>
      <CaseView key={reportId} id={reportId} Deciding={FiscalDecision} />
    </Stack>
  )
}
