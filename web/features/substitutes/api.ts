import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { substituteText } from '#circle/ledger/substitutes.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { hashText } from '#web/api/hash-text.ts'
import { request } from '#web/api/client.ts'
import { requestDecided, requestSigned } from '#web/api/signed-request.ts'

export type Substitutes = AnswerOf<'GET /me/substitutes'>
export type SubstituteAsk = Substitutes['asks'][number]
export type WaitingPlace = AnswerOf<'GET /admin/substitutes'>['asks'][number]

export const substitutesQuery = queryOptions({
  queryKey: ['substitutes'],
  queryFn: () => request('GET /me/substitutes'),
})
export const waitingPlacesQuery = queryOptions({
  queryKey: ['substitutes', 'waiting'],
  queryFn: () => request('GET /admin/substitutes'),
})

const inCents = (amount: number) => Math.round(amount * 100)

type Asked = {
  readonly memberId: string
  readonly newcomerId: string
  readonly given: number
  readonly received: number
}
type Change =
  | ({ readonly does: 'ask' } & Asked)
  | { readonly does: 'accept'; readonly id: string; readonly hash: string }
  | { readonly does: 'end'; readonly id: string }

function ask({ memberId, newcomerId, given, received }: Asked): Promise<Substitutes> {
  const id = crypto.randomUUID()
  const sums = { givenCents: inCents(given), receivedCents: inCents(received) }
  const hash = hashText(substituteText({ substituteId: id, memberId, newcomerId, ...sums }))
  const body = { id, member_id: newcomerId, given, received, hash }
  return requestSigned('POST /me/substitutes', { body }, { act: 'ask_substitute', donationId: newcomerId, hash })
}

/** The text that the newcomer signs is that of what their page shows, not one that the server gave. */
function hashShown({ id, member_id: memberId, newcomer_id: newcomerId, given, received }: SubstituteAsk): string {
  const sums = { givenCents: inCents(given), receivedCents: inCents(received) }
  return hashText(substituteText({ substituteId: id, memberId, newcomerId, ...sums }))
}

export const accepting = (shown: SubstituteAsk): Change => ({ does: 'accept', id: shown.id, hash: hashShown(shown) })

/** Asks somebody to take the reader's place over, accepts one under this device's signature, or ends a request. */
export function useSubstitute() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => {
      if (change.does === 'ask') return ask(change)
      const params = { id: change.id }
      if (change.does === 'end')
        return requestSigned(
          'DELETE /me/substitutes/{id}',
          { params },
          { act: 'end_substitute', donationId: change.id },
        )
      const { hash } = change
      const sent = { params, body: { hash } }
      return requestSigned('POST /me/substitutes/{id}/accept', sent, {
        act: 'accept_substitute',
        donationId: change.id,
        hash,
      })
    },
    onSuccess: (found) => client.setQueryData(substitutesQuery.queryKey, found),
    onError: () => client.invalidateQueries({ queryKey: substitutesQuery.queryKey }),
  })
}

/** Decides that a place goes to the newcomer: whatever it changes may be anywhere on screen. */
export function useHandOver() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, member_id: memberId, newcomer_id: newcomerId, given, received }: WaitingPlace) => {
      const sums = { givenCents: inCents(given), receivedCents: inCents(received) }
      return requestDecided(
        'POST /admin/substitutes/{id}/approve',
        { params: { id } },
        { kind: 'hand_over', substituteId: id, memberId, newcomerId, ...sums },
      )
    },
    onSettled: () => client.invalidateQueries(),
  })
}
