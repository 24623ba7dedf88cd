import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { circleQuery } from '#web/features/circle/api.ts'
import { lackingOf } from '#web/ui/lacking.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { substitutesQuery } from '#web/features/substitutes/api.ts'
import { SubstituteParts } from '#web/features/substitutes/Substitutes.tsx'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { EmptyState, LoadingRows, Unread } from '#web/ui/states.tsx'
import { useNames } from './useNames.ts'
import { PageHead } from '#web/ui/PageHead.tsx'

export default function SubstitutePage() {
  const { user } = useAuth()
  const nameOf = useNames(user, false)
  const circling = useQuery(circleQuery)
  const { data: circle } = circling
  const reading = useQuery({ ...substitutesQuery, enabled: user?.adminApproved === true })
  const { data } = reading
  const lacking = lackingOf([reading, circling])
  // The guard sends on whoever is not approved; until it has, nothing may be asked that the server would refuse.
  if (!user?.adminApproved) return <LoadingScreen />
  return (
    <Stack gap="lg">
      <PageHead
        title={data && !data.place && data.done.length === 0 ? 'Ficar com um lugar' : 'Passar o meu lugar'}
        from="own"
      >
        Quem sai da roda passa o lugar a quem vem, com o que ele deve e tem a receber. As duas pessoas assinam, e a
        administração decide. Quando os outros podem perder com isso, são duas pessoas que decidem.
      </PageHead>
      {lacking?.error ? <Unread {...lacking} otherwise="Não foi possível ler o lugar" /> : lacking && <LoadingRows />}
      {data && circle && circle.plan.levels.length !== 1 && (
        <EmptyState title="Aqui um lugar não passa a outra pessoa">
          Isso é das rodas de uma fila só, em que cada um recebe o que deu.
        </EmptyState>
      )}
      {data && circle?.plan.levels.length === 1 && <SubstituteParts found={data} memberId={user.id} nameOf={nameOf} />}
    </Stack>
  )
}
