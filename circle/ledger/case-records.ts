import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { debtOf } from './signed-act.ts'

/** The faults that the record of somebody's words can have. */
export type WordsFaultCode = 'words.stranger' | 'words.other_change'

/** The words of a case that only its parties say. */
const OF_PARTIES = ['statement', 'appeal']

/**
 * Holds the records of words to whose they can be: a statement in a case, and an appeal's reason, are of a party of its donation;
 * the reason of a change of the queue is of whoever made that very change.
 */
export function checkWords(
  entries: readonly LedgerEntry[],
): readonly { readonly code: WordsFaultCode; readonly seq: number }[] {
  const faults: { code: WordsFaultCode; seq: number }[] = []
  const parties = new Map<unknown, readonly (string | null)[]>()
  for (const entry of entries) {
    const { seq, kind, payload, actor_id: actorId } = entry
    const debt = debtOf(entry)
    if (debt) parties.set(payload['donationId'], [debt.donorId, debt.receiverId])
    if (kind === 'case.words' && OF_PARTIES.includes(String(payload['what']))) {
      const own = parties.get(payload['donationId']) ?? []
      // The administrative account says what it has to say through whoever administers.
      if (actorId === null || !(own.includes(actorId) || own.includes(null)))
        faults.push({ code: 'words.stranger', seq })
    }
    if (kind !== 'queue.reason') continue
    const change = entries[Number(payload['change']) - 1]
    const isOfChange = change?.kind === COMMAND_KIND && change.seq < seq && change.actor_id === actorId
    if (!isOfChange) faults.push({ code: 'words.other_change', seq })
  }
  return faults
}
