import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'

export type User = AnswerOf<'GET /users'>[number]

export const usersQuery = queryOptions({ queryKey: ['users'], queryFn: () => request('GET /users') })

export function useApproveUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request('PATCH /users/{id}/approve', { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  })
}
