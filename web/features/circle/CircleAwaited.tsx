import { useQuery } from '@tanstack/react-query'
import { LoadingRows, Unread } from '#web/ui/states.tsx'
import { circleQuery } from './api.ts'

/** Stands for a page that is told in the circle's words while they are not known: it is being read, or could not be. */
export function CircleAwaited() {
  const { error, refetch } = useQuery(circleQuery)
  if (error) return <Unread error={error} otherwise="Não foi possível ler o círculo" refetch={refetch} />
  return <LoadingRows rows={2} />
}
