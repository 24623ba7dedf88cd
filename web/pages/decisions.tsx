import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ApprovalList } from '#web/features/approvals/ApprovalList.tsx'
import { fiscalsQuery } from '#web/features/circle/fiscals/api.ts'
import { useOwnFiscal } from '#web/features/circle/fiscals/fiscal-text.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { EmptyState } from '#web/ui/states.tsx'

export default function DecisionsPage() {
  const { user } = useAuth()
  const { data } = useQuery({ ...fiscalsQuery, enabled: user?.adminApproved === true })
  const own = useOwnFiscal(user?.adminApproved ? user.id : null)
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user?.adminApproved || !data) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          Decisões que esperam por você
        </Title>
        <Text c="dimmed" maw={680}>
          Leia, pergunte a quem propôs, e só então decida. A sua aprovação fica no livro, assinada por este aparelho. O
          que é assunto seu, outra pessoa decide.
        </Text>
      </div>
      {own ? (
        <ApprovalList isAlone />
      ) : (
        <EmptyState title="Nada espera por você">Só um fiscal da roda decide aqui, e agora você não é.</EmptyState>
      )}
    </Stack>
  )
}
