import { sha256 } from '@noble/hashes/sha2.js'
import { queryOptions } from '@tanstack/react-query'
import { originOf, parseVerifierKey } from '#circle/ledger/checkpoint.ts'
import { isChosen } from '#circle/ledger/member-words.ts'
import type { MemberWords } from '#circle/ledger/member-words.ts'
import { hashOfPages } from '#circle/pages/pages-list.ts'
import { readPagesSeen } from '#circle/pages/pages-seen.ts'
import type { PagesSeen } from '#circle/pages/pages-seen.ts'
import { isEd25519 } from '#web/api/checkpoint.ts'
import { request } from '#web/api/client.ts'
import { readPin } from '#web/worker/pin.ts'

export type Sighting = PagesSeen & { readonly witness: string; readonly at: string }

/** The pages of this device, and what witnesses say of those that they saw; each signature verified here. */
export const pagesQuery = queryOptions({
  queryKey: ['circle', 'pages'],
  queryFn: async () => {
    const [{ seen, origins }, kept, served] = await Promise.all([request('GET /ledger/pages'), readPin(), servedHash()])
    const sightings = await Promise.all(seen.map(verified))
    return { kept, served, origins, sightings: sightings.filter((one) => one !== null) }
  },
  staleTime: 300_000,
})

/** The hash of the list that the server names now; null where it names none, as while the pages are being made. */
async function servedHash(): Promise<string | null> {
  const answer = await fetch('/pages.json').catch(() => null)
  return answer?.ok ? hashOfPages(sha256, await answer.text()) : null
}

async function verified({ witness, note }: { witness: string; note: string }): Promise<Sighting | null> {
  const key = parseVerifierKey(sha256, witness)
  const read = key && readPagesSeen(note, key)
  if (!read) return null
  for (const { seconds, message, signature } of read.signatures)
    if (await isEd25519(key.publicKey, message, signature))
      return { ...read.seen, witness, at: new Date(seconds * 1_000).toISOString() }
  return null
}

type Place = { readonly circleId: string; readonly address: string; readonly served: string | null }

/**
 * The sightings that count to a reader: of this circle's ledger and this address, of the very pages that are served now, by
 * witnesses that the reader or half of the members chose. Newest first.
 */
export function sightingsThatCount(
  sightings: readonly Sighting[],
  { circleId, address, served }: Place,
  words: MemberWords | null,
  readerId: string | null,
): Sighting[] {
  return sightings
    .filter(
      ({ origin, address: seenAt, hash, witness }) =>
        origin === originOf(circleId) &&
        seenAt === address &&
        hash === served &&
        words !== null &&
        isChosen(words, witness, readerId),
    )
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
}
