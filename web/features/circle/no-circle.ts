import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { circleQuery } from './api.ts'
import { isNoCircle } from './is-no-circle.ts'

/** Whether this installation has no circle yet; false while that is not known. */
export function useNoCircle(): boolean {
  const { data, error } = useQuery(circleQuery)
  const isNone = !data && isNoCircle(error)
  // A query that failed forgets its error while it is asked again: without its last answer the screen would be drawn anew.
  const [hadNone, setHadNone] = useState(isNone)
  if ((data || error) && hadNone !== isNone) setHadNone(isNone)
  return isNone || (hadNone && !data && !error)
}
