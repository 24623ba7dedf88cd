import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { requestSigned } from '#web/api/signed-request.ts'

export type Progress = AnswerOf<'GET /donations/my-level-progress'>
export type LevelEntry = Progress['levels'][number]
export type Upgrade = Progress['upgrades'][number]

export const progressQuery = queryOptions({
  queryKey: ['donations', 'levels'],
  queryFn: () => request('GET /donations/my-level-progress'),
})

export function useAcceptUpgrade() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ from_level, to_level }: Upgrade) =>
      requestSigned(
        'POST /donations/accept-upgrade',
        { body: { from_level: from_level as 1 | 2, to_level: to_level as 2 | 3 } },
        { act: 'accept_upgrade', level: to_level as 2 | 3 },
      ),
    // An upgrade that was accepted is not offered again, also when the next reading fails.
    onSuccess: (_answer, accepted) =>
      client.setQueryData(
        progressQuery.queryKey,
        (progress) =>
          progress && {
            ...progress,
            upgrades: progress.upgrades.filter(({ to_level }) => to_level !== accepted.to_level),
          },
      ),
    onSettled: () => void client.invalidateQueries({ queryKey: ['donations'] }),
  })
}
