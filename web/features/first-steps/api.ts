import { queryOptions } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'

export type { FirstSteps, FirstStepId } from '#contracts/first-steps.ts'

export const firstStepsQuery = queryOptions({
  queryKey: ['admin', 'first-steps'],
  queryFn: () => request('GET /admin/first-steps'),
  // A person who comes back from a step has just done it, and looks whether it is ticked.
  staleTime: 0,
})
