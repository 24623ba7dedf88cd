import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { numberText } from '#circle/committed-texts.ts'
import { orderText } from '#circle/ledger/orders.ts'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { hashText } from '#web/api/hash-text.ts'
import { request } from '#web/api/client.ts'
import { againAfterFailure } from '#web/api/query.ts'
import { requestSigned } from '#web/api/signed-request.ts'
import { keepNumber, keptNumber, noteJoined, noteSent } from './kept-number.ts'

export type Draws = AnswerOf<'GET /draws'>
export type Draw = Draws['data'][number]
export type Proposal = NonNullable<Draws['proposal']>

/** Every draw of the circle, refreshed by live events like everything else. */
export const drawsQuery = queryOptions({
  queryKey: ['draws'],
  queryFn: () => request('GET /draws'),
  refetchInterval: againAfterFailure,
})

export const useBeginDraw = () => useDrawChange((body: BodySent<'POST /draws'>) => request('POST /draws', { body }))

/** Makes a number on this device, keeps it here, and sends its commitment alone. */
export const useJoinDraw = () =>
  useDrawChange(async ({ draw, memberId }: { draw: Draw; memberId: string }) => {
    const number = keptNumber(draw.id, memberId) ?? keepNumber(draw.id, memberId)
    const commitment = hashText(numberText({ circleId: draw.circle_id, drawId: draw.id }, memberId, number))
    const answer = await requestSigned(
      'POST /draws/{id}/join',
      { params: { id: draw.id }, body: { commitment } },
      { act: 'join_draw', hash: commitment },
    )
    noteJoined({ circleId: draw.circle_id, drawId: draw.id, memberId }, commitment)
    return answer
  })

/** Shows the number that this device kept. */
export const useOpenNumber = () =>
  useDrawChange(({ draw, memberId, number }: { draw: Draw; memberId: string; number: string }) => {
    noteSent(draw.id, memberId)
    return requestSigned(
      'POST /draws/{id}/open',
      { params: { id: draw.id }, body: { number } },
      { act: 'open_draw', hash: number },
    )
  })

export const usePropose = () =>
  useDrawChange((memberIds: string[]) => request('POST /orders', { body: { member_ids: memberIds } }))

/** Accepts the people in the order that the page shows, by a hash which this device makes and signs. */
export const useAccept = () =>
  useDrawChange(({ circle_id: circleId, id, people }: Proposal) => {
    const hash = hashText(
      orderText(
        circleId,
        id,
        people.map((person) => person.id),
      ),
    )
    return requestSigned(
      'POST /orders/{id}/accept',
      { params: { id }, body: { hash } },
      { act: 'accept_order', donationId: id, hash },
    )
  })

export const useWithdraw = () =>
  useDrawChange((id: string) => request('POST /orders/{id}/withdraw', { params: { id } }))

function useDrawChange<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['draws'] }) })
}
