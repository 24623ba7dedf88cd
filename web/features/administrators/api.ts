import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { addingText } from '#circle/ledger/administrators.ts'
import type { BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { hashText } from '#web/api/hash-text.ts'
import { requestDecided } from '#web/api/signed-request.ts'

export const administratorsQuery = queryOptions({
  queryKey: ['administrators'],
  queryFn: () => request('GET /admin/administrators'),
})

export function useInvite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<'POST /admin/administrators'>) =>
      requestDecided(
        'POST /admin/administrators',
        { body },
        { hash: hashText(addingText(body.role ?? 'ADMIN')) },
        { isEverywhere: true },
      ),
    onSuccess: () => client.invalidateQueries(),
  })
}

/** `role`: of who administers; null for an invitation. */
export function useRemove() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, role }: { id: string; role: 'ADMIN' | 'AUDITOR' | null }) =>
      role === null
        ? request('DELETE /admin/administrators/invitations/{id}', { params: { id } })
        : requestDecided(
            'DELETE /admin/administrators/{id}',
            { params: { id } },
            { kind: 'administrator.removed', userId: id, role },
            { isEverywhere: true },
          ),
    onSettled: () => client.invalidateQueries({ queryKey: administratorsQuery.queryKey }),
  })
}

export function useAccept() {
  return useMutation({
    mutationFn: (body: BodySent<'POST /invitations/accept'>) => request('POST /invitations/accept', { body }),
  })
}

export const invitationQuery = (secret: string) =>
  queryOptions({
    queryKey: ['invitation', secret],
    queryFn: () => request('POST /invitations/show', { body: { secret } }),
    enabled: secret !== '',
  })
