import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { requestSigned } from '#web/api/signed-request.ts'
import type { Level } from '#circle/plan.ts'

export type Shares = AnswerOf<'GET /me/shares'>

export const sharesQuery = queryOptions({ queryKey: ['shares'], queryFn: () => request('GET /me/shares') })

/** Takes so many places of the roda, signed by this device. */
export function useTakeShares() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (shares: number) =>
      requestSigned('POST /me/shares', { body: { shares } }, { act: 'take_shares', level: shares as Level }),
    onSuccess: (answer) => client.setQueryData(sharesQuery.queryKey, answer),
    onSettled: () => client.invalidateQueries(),
  })
}
