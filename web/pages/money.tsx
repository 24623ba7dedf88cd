import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { fiscalsQuery } from '#web/features/circle/fiscals/api.ts'
import { MoneyList } from '#web/features/circle/fiscals/MoneyList.tsx'
import { useOwnFiscal } from '#web/features/circle/fiscals/fiscal-text.ts'
import { CircleMonth } from '#web/features/papers/CircleMonth.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { EmptyState } from '#web/ui/states.tsx'

export default function MoneyPage() {
  const { user } = useAuth()
  const { data } = useQuery({ ...fiscalsQuery, enabled: user?.adminApproved === true })
  const own = useOwnFiscal(user?.adminApproved ? user.id : null)
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user?.adminApproved || !data) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          O dinheiro da roda
        </Title>
        <Text c="dimmed" maw={680}>
          Quem doou a quem, quanto, e o que falta. Chaves, contatos e comprovantes são só das duas pessoas.
        </Text>
      </div>
      {own ? (
        <>
          <MoneyList />
          <CircleMonth />
        </>
      ) : (
        <EmptyState title="Só para fiscais">Um fiscal da roda lê isto aqui, e agora você não é.</EmptyState>
      )}
    </Stack>
  )
}
