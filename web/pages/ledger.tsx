import '#web/features/ledger/ledger.css'
import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StoredUser } from '#web/api/storage.ts'
import { Downloads } from '#web/features/ledger/Downloads.tsx'
import { Entries } from '#web/features/ledger/Entries.tsx'
import { SameForAll } from '#web/features/ledger/SameForAll.tsx'
import { Verification } from '#web/features/ledger/Verification.tsx'
import { ledgerSearch } from '#web/features/ledger/search.ts'
import { addressOf, viewOf } from '#web/features/ledger/view.ts'
import { useHolder } from '#web/features/circle/useHolder.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { useUrlState } from '#web/ui/useUrlState.ts'
import { useNames } from './useNames.ts'
import { PageHead } from '#web/ui/PageHead.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'

export default function LedgerPage() {
  const { user, isAdmin, isMember } = useAuth()
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  return user && (isAdmin || user.adminApproved) ? (
    <Ledger user={user} isAdmin={isAdmin} isMember={isMember} />
  ) : (
    <LoadingScreen />
  )
}

function Ledger({ user, isAdmin, isMember }: { user: StoredUser; isAdmin: boolean; isMember: boolean }) {
  const [address, change] = useUrlState(ledgerSearch)
  const view = viewOf(address)
  const names = useNames(user, isAdmin)
  const holder = useHolder()
  const ownData = (
    <>
      {' '}
      e{' '}
      <Anchor component={Link} to="/privacy">
        os seus dados
      </Anchor>
    </>
  )
  return (
    <Stack gap="lg">
      <PageHead title="Livro do círculo" from="roda">
        Tudo o que se faz no círculo fica escrito aqui, na ordem. Cada lançamento leva a marca do que veio antes: mudar
        um só desmente todos os que vêm depois.
      </PageHead>
      <FirstLook>
        <Verification
          view={view}
          holder={holder}
          onEntry={(seq) => change(addressOf(seq, view.size), { push: true })}
        />
        <SameForAll />
        <Entries view={view} onChange={change} ownId={user.id} nameOf={names} />
        <Downloads ownData={isMember ? ownData : null} />
      </FirstLook>
    </Stack>
  )
}
