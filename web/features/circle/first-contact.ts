import { sha256 } from '@noble/hashes/sha2.js'
import { queryOptions } from '@tanstack/react-query'
import { carriedLogText, parseCarriedLog } from '#circle/ledger/carried-log.ts'
import { openFile } from '#web/api/download.ts'
import { holdLog, knownHere, OtherLog } from '#web/api/hold-log.ts'

/**
 * How a ledger as the server shows it stands to what an invitation carries: the same; another; that of another circle; or the
 * link was cut on its way.
 */
export type FirstContact = 'same' | 'other' | 'other_circle' | 'cut'

/**
 * Begins with what the inviting device knew, before anything that the server says is believed: its circle, its log's key, and a
 * checkpoint that the present one has to continue. A device that knows the circle already holds the invitation to that.
 * `circleId`: the circle that the server leads to. Throws what a request throws.
 */
export async function meetLog(carried: string, circleId: string): Promise<FirstContact> {
  const invited = parseCarriedLog(sha256, carried)
  if (!invited) return 'cut'
  if (invited.circle_id !== circleId) return 'other_circle'
  try {
    await holdLog(invited)
    const note = await (await openFile(`/logs/${circleId}/checkpoint`)).text()
    await holdLog({ circle_id: circleId, key: invited.key, note })
    return 'same'
  } catch (error) {
    if (error instanceof OtherLog) return 'other'
    throw error
  }
}

/** The knowledge of this device about its circle's ledger as a link carries it; null while it knows nothing. */
export const carriedQuery = (circleId: string | undefined) =>
  queryOptions({
    queryKey: ['carried-log', circleId],
    queryFn: async () => {
      const known = await knownHere(circleId!)
      return known && carriedLogText(sha256, known)
    },
    enabled: circleId !== undefined,
    staleTime: 60_000,
    // The visit's verification may end a moment later.
    refetchInterval: ({ state }) => (state.data ? false : 3_000),
  })
