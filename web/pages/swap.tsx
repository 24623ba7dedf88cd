import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { forecastQuery } from '#web/features/forecast/api.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { SwapTurns } from '#web/features/swaps/SwapTurns.tsx'
import { monthText } from '#web/text/dates.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

export default function SwapPage() {
  const { user } = useAuth()
  const { data: forecast } = useQuery({ ...forecastQuery, enabled: user?.adminApproved === true })
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user?.adminApproved) return <LoadingScreen />
  const monthOf = (position: number) => {
    const begins = forecast?.places.find((place) => place.position === position)?.turns[0]?.begins
    return begins ? monthText(begins) : null
  }
  return (
    <Stack gap="lg">
      <PageHead title="Trocar de vez" from="roda">
        Duas pessoas trocam as suas vezes de acordo entre si, cada uma pelo próprio aparelho. Ninguém mais precisa
        decidir, e todos ficam sabendo.
      </PageHead>
      <SwapTurns monthOf={monthOf} />
    </Stack>
  )
}
