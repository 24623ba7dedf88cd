import { Stack, Text, Title } from '@mantine/core'
import { KnownPeople } from '#web/features/known/KnownPeople.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { useOwnWord } from '#web/features/session/useOwnWord.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { useNames } from './useNames.ts'

export default function KnownPage() {
  const { user, isAdmin } = useAuth()
  const ownId = useOwnWord()
  const nameOf = useNames(user, isAdmin)
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user || (!isAdmin && !user.adminApproved)) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Quem conhece quem
        </Title>
        <Text c="dimmed" maw={680}>
          Um participante que ninguém conhece pode ser inventado. Aqui cada um diz, cara a cara e pelo próprio aparelho,
          quem conhece; a contagem vem do livro que este aparelho conferiu.
        </Text>
      </div>
      <KnownPeople ownId={ownId} nameOf={nameOf} />
    </Stack>
  )
}
