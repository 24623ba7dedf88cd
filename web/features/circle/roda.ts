import { useQuery } from '@tanstack/react-query'
import { circleQuery } from './api.ts'

/** Whether the circle has one level and is told as a roda (decision 057); undefined while that is not known. */
export function useIsRoda(): boolean | undefined {
  const { data } = useQuery(circleQuery)
  return data && data.plan.levels.length === 1
}
