import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { beginningText } from '#circle/committed-texts.ts'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { hashText } from '#web/api/hash-text.ts'
import { request } from '#web/api/client.ts'
import { againAfterFailure } from '#web/api/query.ts'
import { requestDecided, requestSigned } from '#web/api/signed-request.ts'
import { beginningStep } from './own-step.ts'
import type { BeginningStep } from './own-step.ts'
import { commandRows } from './rows.ts'

export type Beginning = AnswerOf<'GET /admin/beginning'>
export type OwnRow = NonNullable<AnswerOf<'GET /me/beginning'>['row']>
export type Sums = BodySent<'POST /me/beginning/contest'>

export const beginningQuery = queryOptions({
  queryKey: ['beginning', 'all'],
  queryFn: () => request('GET /admin/beginning'),
})
export const ownBeginningQuery = queryOptions({
  queryKey: ['beginning', 'own'],
  queryFn: () => request('GET /me/beginning'),
  refetchInterval: againAfterFailure,
})

type Change =
  | { readonly does: 'enter'; readonly rows: BodySent<'POST /admin/beginning'>['rows'] }
  | { readonly does: 'drop' }
  | { readonly does: 'open'; readonly rows: Beginning['rows'] }

function send(change: Change): Promise<Beginning> {
  if (change.does === 'enter') return request('POST /admin/beginning', { body: { rows: change.rows } })
  if (change.does === 'drop') return request('DELETE /admin/beginning')
  return requestDecided('POST /admin/beginning/open', {}, { kind: 'bring_in', rows: commandRows(change.rows) })
}

/** Enters the rows, gives them up, or brings the roda in. */
export function useBeginning() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (beginning, { does }) => {
      client.setQueryData(beginningQuery.queryKey, beginning)
      // Everybody's sums and places are others.
      if (does === 'open') void client.invalidateQueries()
    },
  })
}

/** The reader says that their row is right, under this device's signature, or what is right instead. */
export function useAnswer() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answer: { readonly row: OwnRow; readonly sums?: Sums }) => {
      if (answer.sums)
        return requestSigned('POST /me/beginning/contest', { body: answer.sums }, { act: 'contest_beginning' })
      const { circle_id: circleId, turn } = answer.row
      const hash = hashText(beginningText(circleId, turn, commandRows([answer.row])[0]!))
      return requestSigned('POST /me/beginning/accept', { body: { hash } }, { act: 'accept_beginning', hash })
    },
    onSuccess: (answer) => client.setQueryData(ownBeginningQuery.queryKey, answer),
    onError: () => client.invalidateQueries({ queryKey: ownBeginningQuery.queryKey }),
  })
}

/** The reader's next step while the roda waits to be brought in; null where none does, and while `isAsked` is false. */
export function useBeginningStep(isAsked: boolean): BeginningStep | null {
  const { data } = useQuery({ ...ownBeginningQuery, enabled: isAsked })
  return isAsked && data?.row ? beginningStep(data.row) : null
}
