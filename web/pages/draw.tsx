import { Stack } from '@mantine/core'
import { DrawView } from '#web/features/draw/DrawView.tsx'
import { OwnShares } from '#web/features/shares/OwnShares.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

export default function DrawPage() {
  const { user } = useAuth()
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user?.adminApproved) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <PageHead title="A ordem de quem recebe" from="roda">
        Por sorteio, ou por acordo de todos. Cada um confere no próprio aparelho.
      </PageHead>
      <OwnShares />
      <DrawView />
    </Stack>
  )
}
