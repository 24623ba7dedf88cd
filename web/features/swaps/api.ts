import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { swapText } from '#circle/ledger/swaps.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { requestSigned } from '#web/api/signed-request.ts'

export type Swaps = AnswerOf<'GET /me/swaps'>
export type SwapAsk = Swaps['asks'][number]

export const swapsQuery = queryOptions({ queryKey: ['swaps'], queryFn: () => request('GET /me/swaps') })

type Change =
  | { readonly does: 'ask'; readonly memberId: string; readonly position: number; readonly otherPosition: number }
  | { readonly does: 'accept' | 'end'; readonly id: string }

function ask({ memberId, position, otherPosition }: Extract<Change, { does: 'ask' }>): Promise<Swaps> {
  const id = crypto.randomUUID()
  const body = { id, member_id: memberId, position, other_position: otherPosition }
  const hash = bytesToHex(sha256(utf8ToBytes(swapText(id, position, otherPosition))))
  return requestSigned('POST /me/swaps', { body }, { act: 'ask_swap', donationId: memberId, hash })
}

/** Asks for a swap of turns, accepts one under this device's signature, or ends a request. */
export function useSwap() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => {
      if (change.does === 'ask') return ask(change)
      const sent = { params: { id: change.id } }
      return change.does === 'end'
        ? request('DELETE /me/swaps/{id}', sent)
        : requestSigned('POST /me/swaps/{id}/accept', sent, { act: 'accept_swap', donationId: change.id })
    },
    onSuccess: (swaps, { does }) => {
      client.setQueryData(swapsQuery.queryKey, swaps)
      // The order of everybody's turns is another one.
      if (does === 'accept') void client.invalidateQueries()
    },
    onError: () => client.invalidateQueries({ queryKey: swapsQuery.queryKey }),
  })
}
