import { Stack, Text, Title } from '@mantine/core'
import { OwnBeginning } from '#web/features/beginning/OwnBeginning.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'

export default function BeginningPage() {
  const { user } = useAuth()
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user?.adminApproved) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Confira o seu começo
        </Title>
        <Text c="dimmed" maw={680}>
          A roda já tinha começado antes da Ciranda. Quem organiza lançou o que cada pessoa deu e recebeu, e só você
          pode dizer se o que é seu está certo.
        </Text>
      </div>
      <OwnBeginning />
    </Stack>
  )
}
