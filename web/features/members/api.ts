import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import type { Command } from '#circle/circle.ts'
import type { DecidedRecord } from '#circle/ledger/decided-records.ts'
import { isClosed } from '#contracts/labels.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/query.ts'
import { readStored } from '#web/api/storage.ts'
import { decidesHere, requestDecided } from '#web/api/signed-request.ts'

export type User = AnswerOf<'GET /users'>[number]

export const usersQuery = queryOptions({ queryKey: ['users'], queryFn: () => request('GET /users') })

/** Loads names only, so that opening the dashboard is not recorded as an access to everybody's data. */
export const namesQuery = queryOptions({ queryKey: ['users', 'names'], queryFn: () => request('GET /admin/names') })

/** The ids of approved members who have not accepted the terms in force. */
export const withoutConsentQuery = queryOptions({
  queryKey: ['users', 'terms'],
  queryFn: async () => new Set((await request('GET /admin/terms')).members.map(({ id }) => id)),
})

export const approveUser = (id: string) =>
  requestDecided('PATCH /users/{id}/approve', { params: { id } }, { kind: 'approve_member', memberId: id })

export const useApproveUser = () => useUserChange(approveUser)

export type Standing = AnswerOf<'GET /admin/standing'>[number]

/** The people who have not paid yet, are late, never confirmed, repeated a receipt, or were suspended, and why. */
export const standingQuery = queryOptions({
  queryKey: ['users', 'standing'],
  queryFn: async () => new Map((await request('GET /admin/standing')).map((one) => [one.id, one])),
})

export type StandingVerb = 'suspend' | 'remove' | 'reinstate'

type NewStanding = { readonly id: string; readonly verb: StandingVerb; readonly reason: string }

/** Suspends, removes or reinstates somebody, which the ledger has of whoever was approved and is not out already, or is. */
export const changeStanding = ({ id, verb, reason }: NewStanding) =>
  requestDecided(`POST /users/{id}/${verb}`, { params: { id }, body: { reason } }, standingCommand(id, verb))

function standingCommand(memberId: string, verb: StandingVerb): Command | null {
  const user = queryClient.getQueryData(usersQuery.queryKey)?.find(({ id }) => id === memberId)
  const hasLeft = queryClient.getQueryData(standingQuery.queryKey)?.get(memberId)?.left === true
  if (!user?.adminApproved || (isClosed(user.status) || hasLeft) !== (verb === 'reinstate')) return null
  return verb === 'reinstate'
    ? { kind: 'reinstate_member', memberId }
    : { kind: 'depart_member', memberId, how: 'suspended' }
}

export const useChangeStanding = () => useUserChange(changeStanding)

export type Reminded = BodySent<'POST /admin/donations/remind'>['who']

/** Reminds everybody who is late, or everybody who has not paid yet, in one go. */
export function useRemind() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (who: Reminded) => request('POST /admin/donations/remind', { body: { who } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['users', 'standing'] }),
  })
}

export const useEditUser = () => useUserChange(editUser)

type Edit = BodySent<'PATCH /users/{id}'>

/** One press may change several things of a person: each that is a decision is a call of its own, which the device signs. */
async function editUser({ id, body }: { id: string; body: Edit }): Promise<AnswerOf<'PATCH /users/{id}'>> {
  const parts = id !== readStored().user?.id && (await decidesHere()) ? partsOf(id, body) : [{ body, decision: null }]
  const answers: AnswerOf<'PATCH /users/{id}'>[] = []
  for (const { body: part, decision } of parts)
    answers.push(await requestDecided('PATCH /users/{id}', { params: { id }, body: part }, decision))
  return Object.assign({}, ...answers) as AnswerOf<'PATCH /users/{id}'>
}

function partsOf(id: string, { password, email, status, ...rest }: Edit) {
  const user = queryClient.getQueryData(usersQuery.queryKey)?.find((one) => one.id === id)
  const isOtherEmail = email?.trim().toLowerCase() !== user?.email
  const parts: { readonly body: Edit; readonly decision: Command | DecidedRecord | null }[] = [
    { body: { password }, decision: { kind: 'member.access_reset', memberId: id } },
    { body: { email }, decision: isOtherEmail ? { kind: 'member.email_changed', memberId: id } : null },
    { body: { status }, decision: status === undefined ? null : statusCommand(id, status) },
    { body: rest, decision: null },
  ]
  return parts.filter(({ body }) => Object.values(body).some((value) => value !== undefined))
}

function statusCommand(id: string, status: NonNullable<Edit['status']>): Command | null {
  const user = queryClient.getQueryData(usersQuery.queryKey)?.find((one) => one.id === id)
  if (isClosed(status)) return standingCommand(id, 'suspend')
  if (status === 'PENDING') return null
  return user?.adminApproved ? standingCommand(id, 'reinstate') : { kind: 'approve_member', memberId: id }
}

export const useSendRecoveryCode = () =>
  useMutation({ mutationFn: (id: string) => request('POST /users/{id}/recovery-code', { params: { id } }) })

/** Changes a person and shows the new state at once. The lists and counts are read again even after a refusal. */
function useUserChange<Sent, Changed extends User>(mutationFn: (sent: Sent) => Promise<Changed>) {
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
