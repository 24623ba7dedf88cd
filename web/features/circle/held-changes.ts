import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { areChangesKept } from '#contracts/changes-kept.ts'
import { CHANGES_PAGE_SIZE } from '#contracts/limits.ts'
import { request } from '#web/api/client.ts'
import { changesKey } from '#web/api/kept-ledger.ts'
import { changeKinds } from './changes-text.ts'
import { keptEntries } from './kept-entries.ts'

/**
 * A page of what changed in the circle, with the words behind the ledger's hashes, and whether it is that of the ledger that this device
 * verified: asked for anew once that has more.
 */
export function changesQuery(page: number, circleId: string | undefined) {
  return queryOptions({
    queryKey: [...changesKey, page],
    queryFn: async () => {
      // Read first: an answer that comes after it has all of these.
      const kept = await keptEntries(circleId!, changeKinds)
      const query = { page: String(page), limit: String(CHANGES_PAGE_SIZE) }
      const changes = await request('GET /circle/changes', { query })
      return { ...changes, areKept: areChangesKept(changes, kept) }
    },
    enabled: circleId !== undefined,
    placeholderData: keepPreviousData,
  })
}
