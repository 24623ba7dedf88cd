import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export type User = AnswerOf<'GET /users'>[number]

export const usersQuery = queryOptions({ queryKey: ['users'], queryFn: () => request('GET /users') })

/** Names and no more: the dashboard opens nobody's data, and so leaves no look at it in anybody's record. */
export const namesQuery = queryOptions({ queryKey: ['users', 'names'], queryFn: () => request('GET /admin/names') })

export const useApproveUser = () =>
  useUserChange((id: string) => request('PATCH /users/{id}/approve', { params: { id } }))

export const useEditUser = () =>
  useUserChange(({ id, body }: { id: string; body: BodySent<'PATCH /users/{id}'> }) =>
    request('PATCH /users/{id}', { params: { id }, body }),
  )

/** A change to a person: their new state is shown at once, and the list and what it is counted in are asked for anew, even after a refusal. */
function useUserChange<Sent>(mutationFn: (sent: Sent) => Promise<User>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (changed) =>
      client.setQueryData(usersQuery.queryKey, (users) =>
        users?.map((user) => (user.id === changed.id ? changed : user)),
      ),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['users'] }),
        client.invalidateQueries({ queryKey: ['admin'] }),
      ]),
  })
}
