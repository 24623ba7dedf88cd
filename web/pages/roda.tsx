import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { circleQuery } from '#web/features/circle/api.ts'
import { Ending } from '#web/features/circle/Ending.tsx'
import { RodaParts } from '#web/features/circle/RodaParts.tsx'
import { useFiscalsDoor } from '#web/features/circle/fiscals/fiscal-text.ts'
import { useLedgerState } from '#web/features/ledger/CheckedLine.tsx'
import { isAskedToSwap, swapsQuery } from '#web/features/swaps/api.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { useOwnWord } from '#web/features/session/useOwnWord.ts'
import { Doors } from '#web/ui/Doors.tsx'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { FirstLook } from '#web/ui/FirstLook.tsx'

const ASKED = { state: 'espera a sua resposta', isLoud: true } as const

/** The whole truth of the circle, one tap from home: parts that open, and doors to what fills a page. */
export default function RodaPage() {
  const { user, isAdmin, isMember } = useAuth()
  const { data: circle } = useQuery(circleQuery)
  const maySwap = useOwnWord() !== null && circle?.plan?.levels.length === 1 && !circle.closed_at
  const { data: swaps } = useQuery({ ...swapsQuery, enabled: maySwap })
  const isAsked = isAskedToSwap(swaps)
  const ledger = useLedgerState()
  const fiscals = useFiscalsDoor(circle?.mode === 'real' && user !== null && (isAdmin || user.adminApproved))
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user || !(isAdmin || user.adminApproved)) return <LoadingScreen />
  return (
    <Stack gap="sm">
      <Title order={1} size="h2" className="wrap-anywhere">
        {circle?.name ?? 'A roda'}
      </Title>
      <FirstLook gap="sm">
        <Ending />
        <RodaParts />
        <Doors
          label="Mais da roda"
          doors={[
            { to: '/calendar', title: 'Quando é a vez de cada lugar' },
            ...(maySwap ? [{ to: '/trocar-de-vez', title: 'Trocar de vez', ...(isAsked ? ASKED : {}) } as const] : []),
            { to: '/ledger', title: 'O livro', ...ledger },
            { to: '/conhecidos', title: 'Quem conhece quem' },
            ...fiscals,
            { to: isMember ? '/draw' : '/admin/queue/draw', title: 'A ordem de quem recebe' },
            { to: '/terms', title: 'O que a roda faz, e os termos' },
          ]}
        />
      </FirstLook>
    </Stack>
  )
}
