import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { circleQuery } from '#web/features/circle/api.ts'
import { forecastQuery } from '#web/features/forecast/api.ts'
import { Calendar } from '#web/features/forecast/Calendar.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { say } from '#web/text/say.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { PageHead } from '#web/ui/PageHead.tsx'

export default function CalendarPage() {
  const { user, isAdmin } = useAuth()
  const { data: circle } = useQuery(circleQuery)
  const hasLevels = (circle?.plan.levels.length ?? 1) > 1
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  const mayAsk = user !== null && (isAdmin || user.adminApproved)
  const isKnown = useQuery({ ...forecastQuery, enabled: mayAsk }).data !== undefined
  if (!mayAsk) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <PageHead title="Quando é a vez de cada lugar" from="roda">
        As regras do círculo, levadas adiante a partir de hoje com todos pagando. É uma previsão, não uma promessa.
      </PageHead>
      <Calendar />
      {/* It would be pushed down by what is still being read. */}
      {isKnown && !circle?.closed_at && (
        <section aria-labelledby="como-se-calcula">
          <Title order={2} size="h4" id="como-se-calcula" mb="xs">
            Com o que a previsão conta
          </Title>
          <ul className="forecast-rests">
            <li>As contribuições de cada mês são pedidas e pagas nesse mês, e o que espera é confirmado.</li>
            <li>Ninguém entra, sai ou troca de lugar{hasLevels && say(', e quem pode subir de nível sobe')}.</li>
            <li>Quando alguém não paga, quem vem depois espera mais. Por isso cada mês tem também o seu “até”.</li>
          </ul>
        </section>
      )}
    </Stack>
  )
}
