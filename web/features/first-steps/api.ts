import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '#web/api/client.ts'

export type { FirstSteps, FirstStepId } from '#contracts/first-steps.ts'

export const firstStepsQuery = queryOptions({
  queryKey: ['admin', 'first-steps'],
  queryFn: () => request('GET /admin/first-steps'),
  // A person who comes back from a step has just done it, and looks whether it is ticked.
  staleTime: 0,
})

/** Opens the demonstration that nobody was shown yet. */
export function useOpenDemonstration() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request('POST /admin/circles/{id}/open', { params: { id } }),
    onSuccess: () => client.invalidateQueries(),
  })
}
