import type { Command } from '#circle/circle.ts'
import { draftOf } from '#circle/draft.ts'
import { openConsent } from './consent.ts'
import type { ConsentReader } from './consent.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { follow } from './following.ts'
import type { Begun } from './following.ts'
import { countKnown, stateAfter } from './known-entries.ts'
import type { KnownEntries } from './known-entries.ts'
import { openRemovals } from './removals.ts'
import type { RemovalsReader } from './removals.ts'

/** The known entries, and the checks that have read them along the state that they leave. */
export type ReadEntries = KnownEntries & {
  readonly removals: Begun<RemovalsReader>
  readonly consent: Begun<ConsentReader>
}

/**
 * Has the checks that follow the circle's state read the known entries together, so that it is followed once. Null where each is to read
 * by itself: nothing is known, or one of them breaks on an entry, which it has to name.
 */
export function readKnown(entries: readonly LedgerEntry[], upTo: number): ReadEntries | null {
  const count = countKnown(entries, upTo)
  const known = entries.slice(0, count)
  const [removals, consent] = [openRemovals(), openConsent()]
  try {
    follow(known, [removals, consent])
    const state = isFoundedOnce(known) && consent.draft ? consent.draft : stateAfter(known)
    if (state === null) return null
    // From here on each goes on by itself.
    for (const reader of [removals, consent]) if (reader.draft) reader.draft = draftOf(reader.draft)
    return { count, state, removals: { count, reader: removals }, consent: { count, reader: consent } }
  } catch {
    return null
  }
}

/** Whether a circle is founded as every one with commands is, so that its command and its events leave the same state. */
function isFoundedOnce(entries: readonly LedgerEntry[]): boolean {
  return entries.findLastIndex(isFounding) === 0 && entries[1]?.kind === 'circle.created'
}

function isFounding({ kind, payload }: LedgerEntry): boolean {
  return kind === COMMAND_KIND && (payload as { command?: Command }).command?.kind === 'create_circle'
}
