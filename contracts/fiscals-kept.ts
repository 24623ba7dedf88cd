import { isSameJson } from '#circle/ledger/entry.ts'
import type { LedgerEntry } from '#circle/ledger/entry.ts'
import { openFiscals } from '#circle/ledger/fiscals.ts'
import type { Fiscals } from './fiscals.ts'

type Entry = Pick<LedgerEntry, 'at' | 'kind' | 'payload' | 'actor_id'>

/**
 * Whether who is a fiscal, or named to be one, by how many words and which of the reader's, is told as the ledger that a device verified
 * has it; null where it keeps none. `ownId`: the reader as a member. Names are the server's word.
 */
export function areFiscalsKept(
  told: Pick<Fiscals, 'people' | 'members' | 'has_word'>,
  { upTo, found }: { readonly upTo: number; readonly found: readonly Entry[] },
  ownId: string | null,
): boolean | null {
  if (upTo === 0) return null
  const fiscals = openFiscals()
  for (const entry of found) fiscals.read(entry)
  // A helper, who reads for somebody else, has no word of their own.
  const mine = (confirmedBy: readonly string[], endedBy: readonly string[]) => {
    if (ownId === null) return null
    return confirmedBy.includes(ownId) ? 'confirmed' : endedBy.includes(ownId) ? 'ended' : null
  }
  const expected = fiscals.standing().map(({ memberId, confirmedBy, endedBy, since }) => ({
    id: memberId,
    confirmed: confirmedBy.length,
    ended: endedBy.length,
    since,
    mine: mine(confirmedBy, endedBy),
  }))
  const people = told.people.map(({ member_id: id, confirmed, ended, since, mine: own }) => ({
    id,
    confirmed,
    ended,
    since: since === null ? null : Date.parse(since),
    mine: ownId === null ? null : own,
  }))
  const isHeard = ownId === null || told.has_word === fiscals.hasWord(ownId)
  return isHeard && told.members === fiscals.members() && isSameJson(people, expected)
}
