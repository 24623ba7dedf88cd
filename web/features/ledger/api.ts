import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { AnswerOf } from '#contracts/contract.ts'
import { request } from '#web/api/client.ts'
import { keepFile } from '#web/api/download.ts'
import { saveHead } from './saved-heads.ts'
import { headFile } from './parse.ts'

export type LedgerEntry = AnswerOf<'GET /ledger'>['data'][number]
export type Order = 'newest' | 'oldest'

export function pageQuery(page: number, limit: number, order: Order) {
  return queryOptions({
    queryKey: ['ledger', page, limit, order],
    queryFn: () => request('GET /ledger', { query: { page: String(page), limit: String(limit), order } }),
    placeholderData: keepPreviousData,
  })
}

/** Asks where the ledger ends now, signed; keeps it on this device and as a file. */
export function useSaveHead() {
  return useMutation({
    mutationFn: () => request('GET /ledger/head'),
    onSuccess: (head) => {
      saveHead(head)
      keepFile(new Blob([headFile(head)], { type: 'application/json' }), `assinatura-do-livro-${head.seq}.json`)
    },
  })
}
