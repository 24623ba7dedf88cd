import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptText, swapText } from '#circle/ledger/swaps.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { hashText } from '#web/api/hash-text.ts'
import { request } from '#web/api/client.ts'
import { requestSigned } from '#web/api/signed-request.ts'

export type Swaps = AnswerOf<'GET /me/swaps'>
export type SwapAsk = Swaps['asks'][number]

export const swapsQuery = queryOptions({ queryKey: ['swaps'], queryFn: () => request('GET /me/swaps') })

/** Whether somebody waits for the reader's answer, and may have a yes. */
export const isAskedToSwap = (swaps: Swaps | undefined): boolean =>
  swaps?.asks.some(({ mine, why_not: whyNot }) => !mine && whyNot === null) ?? false

type Change =
  | { readonly does: 'ask'; readonly memberId: string; readonly position: number; readonly otherPosition: number }
  | { readonly does: 'accept'; readonly ask: SwapAsk }
  | { readonly does: 'end'; readonly id: string }

function ask({ memberId, position, otherPosition }: Extract<Change, { does: 'ask' }>): Promise<Swaps> {
  const id = crypto.randomUUID()
  const body = { id, member_id: memberId, position, other_position: otherPosition }
  const hash = hashText(swapText(id, position, otherPosition))
  return requestSigned('POST /me/swaps', { body }, { act: 'ask_swap', donationId: memberId, hash })
}

/** Accepts what the reader's page shows, by its hash: whose request it is, and the places. */
function accept({ id: swapId, member_id: memberId, position, other_position }: SwapAsk): Promise<Swaps> {
  const hash = hashText(acceptText({ swapId, memberId, position: other_position, otherPosition: position }))
  const sent = { params: { id: swapId }, body: { hash } }
  return requestSigned('POST /me/swaps/{id}/accept', sent, { act: 'accept_swap', donationId: swapId, hash })
}

/** Asks for a swap of turns, accepts one under this device's signature, or ends a request. */
export function useSwap() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => {
      if (change.does === 'ask') return ask(change)
      if (change.does === 'accept') return accept(change.ask)
      const { id } = change
      return requestSigned('DELETE /me/swaps/{id}', { params: { id } }, { act: 'end_swap', donationId: id })
    },
    onSuccess: (swaps, { does }) => {
      client.setQueryData(swapsQuery.queryKey, swaps)
      // The order of everybody's turns is another one.
      if (does === 'accept') void client.invalidateQueries()
    },
    onError: () => client.invalidateQueries({ queryKey: swapsQuery.queryKey }),
  })
}
