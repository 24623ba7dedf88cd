import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodySent } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { casesKey } from '#web/api/query.ts'
import { requestSigned } from '#web/api/signed-request.ts'
import { fileToBase64 } from '#web/ui/images.ts'

export type Case = AnswerOf<'GET /reports/{id}'>
export type CaseItem = Case['timeline'][number]

export function caseQuery(id: string) {
  return queryOptions({
    queryKey: [...casesKey, id],
    queryFn: () => request('GET /reports/{id}', { params: { id } }),
  })
}

/** Adds a statement of one's own to a case. */
export function useAddStatement(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ text, file }: { text: string; file: Blob | null }) => {
      const picture = file ? { picture: await fileToBase64(file) } : {}
      return requestSigned(
        'POST /reports/{id}/statements',
        { params: { id }, body: { text, ...picture } },
        { act: 'say', donationId: id, words: { text, ...picture } },
      )
    },
    onSuccess: (answer) => client.setQueryData(caseQuery(id).queryKey, answer),
    onError: () => client.invalidateQueries({ queryKey: caseQuery(id).queryKey }),
  })
}

/** Appeals against the decision of a case. */
export function useAppeal(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodySent<'POST /reports/{id}/appeal'>) =>
      requestSigned(
        'POST /reports/{id}/appeal',
        { params: { id }, body },
        { act: 'appeal', donationId: id, words: { text: body.reason } },
      ),
    onSuccess: (answer) => client.setQueryData(caseQuery(id).queryKey, answer),
  })
}
