import { Stack } from '@mantine/core'
import { FiscalList } from '#web/features/circle/fiscals/FiscalList.tsx'
import { fiscalDoors, useDecisions, useOwnFiscal } from '#web/features/circle/fiscals/fiscal-text.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { useOwnWord } from '#web/features/session/useOwnWord.ts'
import { Doors } from '#web/ui/Doors.tsx'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

export default function FiscalsPage() {
  const { user, isAdmin } = useAuth()
  const ownId = useOwnWord()
  const own = useOwnFiscal(user?.adminApproved ? ownId : null)
  const decisions = useDecisions(own ? ownId : null)
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user || (!isAdmin && !user.adminApproved)) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <PageHead title="Fiscais" from="roda">
        Um fiscal dá a segunda assinatura. Sem ela, ninguém tem a chave trocada nem sai da roda, e a ordem não muda. Ele
        decide também os recursos, e nunca em assunto seu.{' '}
        {isAdmin
          ? 'Indique alguém em Pessoas, no perfil de cada uma. Vale quando mais da metade da roda confirmar.'
          : 'Quem organiza indica. Vale quando mais da metade da roda confirmar, cada um no próprio celular.'}
      </PageHead>
      <FiscalList ownId={ownId} />
      {own && <Doors label="Como fiscal" doors={fiscalDoors(decisions)} />}
    </Stack>
  )
}
