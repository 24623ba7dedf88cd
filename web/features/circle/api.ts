import { queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'

/** What anybody may know of the circle: its mode, its plan, who answers for it. It seldom changes. */
export const circleQuery = queryOptions({ queryKey: ['circle'], queryFn: () => request('GET /circle'), staleTime: 300_000 })
