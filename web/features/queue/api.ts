import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApprovalSummary } from '#contracts/approvals.ts'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/query.ts'
import { requestDecided } from '#web/api/signed-request.ts'

export type QueueEntry = AnswerOf<'GET /queue'>[number]
export type User = AnswerOf<'GET /users'>[number]

/** Every place of the three queues. */
export const queueQuery = queryOptions({ queryKey: ['queue'], queryFn: () => request('GET /queue') })

type Placing = Omit<BodySent<'POST /queue'>, 'is_receiver' | 'passed_user_ids'>

/** A place is given without the part of a receiver, and with no list of people who were passed over. */
export const addToQueue = (place: Placing) =>
  requestDecided(
    'POST /queue',
    { body: { ...place, is_receiver: false, passed_user_ids: [] } },
    {
      kind: 'place',
      memberId: place.user_id,
      level: place.donation_number ?? 1,
      position: place.position,
      isReceiver: false,
    },
  )

export const removeFromQueue = (id: string, reason?: string) =>
  requestDecided(
    'DELETE /queue/{id}',
    { params: { id }, body: reason === undefined ? {} : { reason } },
    { kind: 'remove', entryId: id },
  )

export const useAddToQueue = () => useQueueChange(addToQueue)

export const useRemoveFromQueue = () =>
  useQueueChange(({ id, reason }: { id: string } & Because) => removeFromQueue(id, reason))

export const useMoveToEnd = () =>
  useQueueChange((body: BodySent<'POST /queue/godown/move-user-to-end'>) =>
    requestDecided(
      'POST /queue/godown/move-user-to-end',
      { body },
      { kind: 'move_to_end', memberId: body.user_id, level: body.donation_number },
    ),
  )

export const useSwapPositions = () =>
  useQueueChange((body: BodySent<'PATCH /queue/swap-positions'>) => {
    const places = queryClient.getQueryData(queueQuery.queryKey) ?? []
    const placeOf = (id: string) =>
      places.find(({ user_id, donation_number }) => user_id === id && donation_number === (body.donation_number ?? 1))
    const [entryId, otherEntryId] = [body.firstUserId, body.secondUserId].map((id) => placeOf(id)?.id ?? '')
    return requestDecided(
      'PATCH /queue/swap-positions',
      { body },
      {
        kind: 'swap',
        entryId: entryId!,
        otherEntryId: otherEntryId!,
      },
    )
  })

type Because = { readonly reason?: string }

export const useReorder = () =>
  useQueueChange(({ id, ...body }: { id: string; position: number } & Because) =>
    requestDecided(
      'PATCH /queue/reorder/{id}',
      { params: { id }, body },
      {
        kind: 'reorder',
        entryId: id,
        position: body.position,
      },
    ),
  )

export const useNextReceiver = () =>
  useQueueChange(({ id, ...body }: { id: string } & Because) =>
    requestDecided('PATCH /queue/next-receiver/{id}', { params: { id }, body }, { kind: 'next_receiver', entryId: id }),
  )

export const useSetReceiver = () =>
  useQueueChange(({ a, b, ...body }: { a: string; b: string } & Because) =>
    requestDecided(
      'PATCH /queue/set-receiver/{a}/{b}',
      { params: { a, b }, body },
      {
        kind: 'set_receiver',
        entryId: a,
        nextEntryId: b,
      },
    ),
  )

/** The outcome of a change: done, in words, or only proposed. */
export type Outcome = string | ApprovalSummary

/** The two ends of a dialog of the queue. */
export type Ends = { readonly onClose: () => void; readonly onDone: (outcome: Outcome) => void }

/** The outcome of a call of the queue; `done` says it where the change was made. */
export function outcomeOf(answer: object, done: string): Outcome {
  return 'approval' in answer && answer.approval ? (answer.approval as ApprovalSummary) : done
}

export type QueueChange = AnswerOf<'GET /queue/changes'>['data'][number]

/** The journal, page after page by key. */
export const changesQuery = infiniteQueryOptions({
  queryKey: ['queue', 'changes'],
  queryFn: ({ pageParam }) =>
    request('GET /queue/changes', { query: pageParam === null ? {} : { before: String(pageParam) } }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next }) => next,
})

export const useUndoChange = () =>
  useQueueChange((body: BodySent<'POST /queue/changes/undo'>) =>
    requestDecided('POST /queue/changes/undo', { body }, { kind: 'undo', seq: body.seq, inverse: NOT_SIGNED }),
  )

/** The ledger finds what an undoing gives back; a device signs which change is undone. */
const NOT_SIGNED = { level: 1, places: [], drop: [], restore: [], reentry: [] } as const

/** Changes the queue and reads it again even after a failure, because another administrator may have been faster. */
function useQueueChange<Sent, Answer>(mutationFn: (sent: Sent) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['queue'] }) })
}
