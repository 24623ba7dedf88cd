import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '#web/api/client.ts'
import { circleQuery } from './api.ts'

/** Without it everything of the reader's own part is refused: a network that comes back finds it asked for again. */
const AGAIN_MS = 5_000

/** An organiser who takes part sees the circle of their own part, whichever one they had on the console's screen. */
export function OwnCircle({ circleId }: { circleId: string }) {
  const client = useQueryClient()
  const { data: circle } = useQuery(circleQuery)
  const isOther = circle !== undefined && circle.id !== circleId
  useEffect(() => {
    if (!isOther) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const choose = async () => {
      try {
        await request('POST /admin/circles/{id}/select', { params: { id: circleId } })
        await client.resetQueries()
      } catch {
        if (!isLeft) timer = setTimeout(() => void choose(), AGAIN_MS)
      }
    }
    void choose()
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [client, circleId, isOther])
  return null
}
