import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminApproval } from '#contracts/approvals.ts'
import { request } from '#web/api/client.ts'
import { requestSigned } from '#web/api/signed-request.ts'

export type { AdminApproval, MemberApproval } from '#contracts/approvals.ts'

/** A page of the proposals that wait, or of those that ended, newest first. */
export const approvalsQuery = (state: 'open' | 'ended', page: number) =>
  queryOptions({
    queryKey: ['approvals', state, page],
    queryFn: () => request('GET /admin/approvals', { query: { state, page: String(page) } }),
    placeholderData: keepPreviousData,
  })
export const ownApprovalsQuery = queryOptions({
  queryKey: ['approvals', 'own'],
  queryFn: () => request('GET /me/approvals'),
})

/** `bodyHash`: the proposal as the ledger has it, which this device read (open-proposal.ts) and signs. */
export type Decision =
  | { readonly decision: 'approve'; readonly bodyHash?: string }
  | { readonly decision: 'reject' | 'withdraw' }

/** Decides a proposal. Whatever it changes may be anywhere on screen, so everything is asked for anew. */
export function useDecide({ id, kind }: Pick<AdminApproval, 'id' | 'kind'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (asked: Decision) => {
      const sent = { params: { id } }
      // Only that somebody administers concerns other circles.
      const how = { isEverywhere: kind === 'add_administrator' }
      if (asked.decision === 'reject')
        return requestSigned('POST /admin/approvals/{id}/reject', sent, { act: 'reject', donationId: id }, how)
      if (asked.decision !== 'approve' || asked.bodyHash === undefined)
        return request(`POST /admin/approvals/{id}/${asked.decision}`, sent)
      const signed = { act: 'approve', donationId: id, hash: asked.bodyHash } as const
      return requestSigned('POST /admin/approvals/{id}/approve', sent, signed, how)
    },
    onSettled: () => client.invalidateQueries(),
  })
}

/** Objects to a proposal, or withdraws the objection. */
export function useObject(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (what: 'object' | 'withdraw-objection') =>
      requestSigned(
        `POST /me/approvals/{id}/${what}`,
        { params: { id } },
        { act: what === 'object' ? 'object' : 'withdraw_objection', donationId: id },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ownApprovalsQuery.queryKey }),
  })
}
