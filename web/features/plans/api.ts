import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodySent } from '#contracts/contract.ts'
import type { PlanForm } from '#contracts/plans.ts'
import { SIMULATED_MEMBERS } from '#contracts/simulation.ts'
import { request } from '#web/api/client.ts'

/** The plan of the circle on screen, and whether it may still change. */
export const presentQuery = queryOptions({
  queryKey: ['circle', 'settings'],
  queryFn: () => request('GET /admin/circle'),
})

/** The simulated outcome of a plan for so many members, requested once for each. */
export const outcomeQuery = (plan: PlanForm | null, members = SIMULATED_MEMBERS) =>
  queryOptions({
    queryKey: ['simulation', plan, members],
    queryFn: ({ signal }) => request('POST /admin/simulation', { body: { plan: plan!, members } }, { signal }),
    enabled: plan !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })

type OwnCpf = { readonly id: string; readonly cpf: string }

/** The administrator on this page, and whether their CPF is known. */
export const ownAdministrationQuery = queryOptions({
  queryKey: ['administrators'],
  queryFn: () => request('GET /admin/administrators'),
  select: ({ administrators }) => administrators.find(({ is_self }) => is_self),
})

export function useCreateCircle() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ own, ...body }: BodySent<'POST /admin/circles'> & { own: OwnCpf | null }) => {
      if (own) await request('PATCH /users/{id}', { params: { id: own.id }, body: { cpf: own.cpf } })
      return request('POST /admin/circles', { body })
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['circles'] }),
        // The first one is the circle on screen.
        client.invalidateQueries({ queryKey: ['circle'] }),
        client.invalidateQueries({ queryKey: ownAdministrationQuery.queryKey }),
      ]),
  })
}

export function useChangePlan() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (plan: BodySent<'PATCH /admin/circle/plan'>) => request('PATCH /admin/circle/plan', { body: plan }),
    onSuccess: (settings) => {
      client.setQueryData(presentQuery.queryKey, settings)
      return client.invalidateQueries()
    },
  })
}
