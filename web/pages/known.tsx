import { Stack } from '@mantine/core'
import { KnownPeople } from '#web/features/known/KnownPeople.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { useOwnWord } from '#web/features/session/useOwnWord.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { useNames } from './useNames.ts'
import { PageHead } from '#web/ui/PageHead.tsx'

export default function KnownPage() {
  const { user, isAdmin } = useAuth()
  const ownId = useOwnWord()
  const nameOf = useNames(user, isAdmin)
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user || (!isAdmin && !user.adminApproved)) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <PageHead title="Quem conhece quem" from="roda">
        Uma pessoa que ninguém conhece pode ser inventada. Aqui cada um diz quem conhece, cara a cara, pelo seu próprio
        celular. Quem conta é este aparelho, no livro que ele conferiu.
      </PageHead>
      <KnownPeople ownId={ownId} nameOf={nameOf} />
    </Stack>
  )
}
