import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { fiscalsQuery } from '#web/features/circle/fiscals/api.ts'
import { useOwnFiscal } from '#web/features/circle/fiscals/fiscal-text.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'
import { Unread } from '#web/ui/states.tsx'

type Props = { title: string; text: string; nothing: ReactNode; children: ReactNode }

/** A page of a fiscal's; `nothing` is for whoever is none now. */
export function FiscalPage({ title, text, nothing, children }: Props) {
  const { user } = useAuth()
  const { data, error, refetch } = useQuery({ ...fiscalsQuery, enabled: user?.adminApproved === true })
  const own = useOwnFiscal(user?.adminApproved ? user.id : null)
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user?.adminApproved || (!data && !error)) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <PageHead title={title} from="own">
        {text}
      </PageHead>
      {data ? (
        own ? (
          children
        ) : (
          nothing
        )
      ) : (
        <Unread error={error} otherwise="Não foi possível ler quem são os fiscais" refetch={refetch} />
      )}
    </Stack>
  )
}
