import { useQuery } from '@tanstack/react-query'
import { circleQuery } from './api.ts'
import { isNoCircle } from './is-no-circle.ts'

/** Whether this installation has no circle yet; false while that is not known. */
export function useNoCircle(): boolean {
  return isNoCircle(useQuery(circleQuery).error)
}
