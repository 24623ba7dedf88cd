import type { Command } from '#circle/circle.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { holdsToRules, WORDS_SIGNED_SINCE } from './rules.ts'
import { debtOf } from './signed-act.ts'

/** The faults that the record of somebody's words can have. */
export type WordsFaultCode = 'words.stranger' | 'words.other_change' | 'words.unsaid'

/** The words of a case that only its parties say. */
const OF_PARTIES = ['statement', 'appeal']

/** Words that go with an act of their own, by the kind of its entry. */
const OF_ACTS = new Map<string, unknown>([
  ['donation.reported', 'reason'],
  ['case.appealed', 'appeal'],
])

/**
 * Holds the records of words to whose they can be: a statement in a case, and an appeal's reason, are of a party of its donation;
 * the reason of a change of the queue is of whoever made that very change. Where devices sign what is said, a case has
 * one reason, and an appeal one, of whoever reported or appealed: what that act's signature covers.
 */
export function checkWords(
  entries: readonly LedgerEntry[],
): readonly { readonly code: WordsFaultCode; readonly seq: number }[] {
  const faults: { code: WordsFaultCode; seq: number }[] = []
  const parties = new Map<unknown, readonly (string | null)[]>()
  /** By what they are and of which case: whose words an act has announced. */
  const announced = new Map<string, string | null>()
  let areHeld = false
  for (const entry of entries) {
    const { seq, kind, payload, actor_id: actorId } = entry
    areHeld ||= holdsToRules((payload as { command?: Command }).command, WORDS_SIGNED_SINCE)
    const debt = debtOf(entry)
    if (debt) parties.set(payload['donationId'], [debt.donorId, debt.receiverId])
    const mark = (what: unknown) => `${String(what)} ${String(payload['reportId'])}`
    if (OF_ACTS.has(kind)) announced.set(mark(OF_ACTS.get(kind)), actorId)
    if (kind === 'case.words') {
      const { what } = payload
      const own = parties.get(payload['donationId']) ?? []
      // The administrative account says what it has to say through whoever administers.
      const isStranger = actorId === null || !(own.includes(actorId) || own.includes(null))
      if (OF_PARTIES.includes(String(what)) && isStranger) faults.push({ code: 'words.stranger', seq })
      else if (areHeld && [...OF_ACTS.values()].includes(what)) {
        if (!announced.has(mark(what)) || announced.get(mark(what)) !== actorId)
          faults.push({ code: 'words.unsaid', seq })
        announced.delete(mark(what))
      }
    }
    if (kind !== 'queue.reason') continue
    const change = entries[Number(payload['change']) - 1]
    const isOfChange = change?.kind === COMMAND_KIND && change.seq < seq && change.actor_id === actorId
    if (!isOfChange) faults.push({ code: 'words.other_change', seq })
  }
  return faults
}
