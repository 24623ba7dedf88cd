import '#web/features/privacy/privacy.css'
import { Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { clearKnownAccounts } from '#web/api/known-accounts.ts'
import { clearSavedPromises } from '#web/features/circle/saved-promises.ts'
import { clearKnownNames } from '#web/features/donations/known-names.ts'
import { clearSavedHeads } from '#web/features/ledger/saved-heads.ts'
import { AccessLog } from '#web/features/privacy/AccessLog.tsx'
import { Consents } from '#web/features/privacy/Consents.tsx'
import { Leaving } from '#web/features/privacy/Leaving.tsx'
import { SigningNote } from '#web/features/session/SigningNote.tsx'
import { NameShown } from '#web/features/privacy/NameShown.tsx'
import { privacySearch } from '#web/features/privacy/search.ts'
import { DataExport } from '#web/features/privacy/DataExport.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { PageHead } from '#web/ui/PageHead.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'

export default function PrivacyPage() {
  const { user, isMember } = useAuth()
  const [{ pagina, tamanho }, change] = useUrlState(privacySearch)
  const navigate = useNavigate()
  const showErased = async () => {
    clearSavedHeads()
    clearSavedPromises()
    clearKnownNames()
    clearKnownAccounts()
    await navigate({ to: '/account-deleted', replace: true })
  }
  return (
    <Stack gap="lg">
      <PageHead title="Meus dados" from={isMember ? 'own' : null}>
        O que a Ciranda guarda sobre você, quem viu, e o que você pode fazer com isso.
      </PageHead>
      <FirstLook>
        <Consents />
        {isMember && <NameShown />}
        <AccessLog page={pagina ?? 1} size={tamanho} onChange={change} />
        <DataExport />
        <SigningNote />
        {isMember && <Leaving isApproved={user?.adminApproved ?? false} showErased={showErased} />}
      </FirstLook>
    </Stack>
  )
}
