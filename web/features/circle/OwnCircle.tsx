import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '#web/api/client.ts'
import { circleQuery } from './api.ts'

/** An organiser who takes part sees the circle of their own part, whichever one they had on the console's screen. */
export function OwnCircle({ circleId }: { circleId: string }) {
  const client = useQueryClient()
  const { data: circle } = useQuery(circleQuery)
  const isOther = circle !== undefined && circle.id !== circleId
  useEffect(() => {
    if (!isOther) return
    void request('POST /admin/circles/{id}/select', { params: { id: circleId } }).then(() => client.resetQueries())
  }, [client, circleId, isOther])
  return null
}
