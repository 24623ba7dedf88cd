import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { circleQuery } from './api.ts'
import { isRegisteredElsewhere } from '#web/api/registered-in.ts'

/** Said where the server shows a real circle that is not the one this device registered its person in. */
export function OtherCircleAlert({ userId }: { userId: string }) {
  const { data: circle } = useQuery(circleQuery)
  // A demonstration that was begun again is another circle with the same people, and nothing there can be paid.
  if (circle?.mode !== 'real' || !isRegisteredElsewhere({ userId, circleId: circle.id })) return null
  return (
    <Alert color="red" role="alert" mb="lg" title="Este não é o círculo do seu cadastro">
      Você se cadastrou neste aparelho em outro círculo. Não pague nem confirme nada: mostre isto a quem convidou você e
      comparem os aparelhos.
    </Alert>
  )
}
