import { Stack, Text, Title } from '@mantine/core'
import { useAuth } from '#web/features/session/useAuth.ts'
import { SwapTurns } from '#web/features/swaps/SwapTurns.tsx'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { useNames } from './useNames.ts'

export default function SwapPage() {
  const { user } = useAuth()
  const nameOf = useNames(user, false)
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user?.adminApproved) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Trocar de vez
        </Title>
        <Text c="dimmed" maw={680}>
          Duas pessoas trocam as suas vezes de acordo entre si, cada uma pelo próprio aparelho. Ninguém mais precisa
          decidir, e todos ficam sabendo.
        </Text>
      </div>
      <SwapTurns nameOf={nameOf} />
    </Stack>
  )
}
