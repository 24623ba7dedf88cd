import type { Command } from '#circle/circle.ts'
import { apply, draftOf } from '#circle/evolve.ts'
import type { Draft } from '#circle/evolve.ts'
import { emptyState } from '#circle/state.ts'
import type { CircleEvent, EventOfKind } from '#circle/state.ts'
import { takesTwoPeople } from '#circle/two-people.ts'
import type { TwoPeopleChange } from '#circle/two-people.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isRecordKind } from './records.ts'

/** The rules that a real circle's ledger is held to from its founding on, which says so; absent in ledgers of before. */
export const RULES = 3

/** Since when removals, moves and consents are held, and since when a second device waits. */
const HELD_SINCE = 2
export const DEVICES_WAIT_SINCE = 3

/** A member whom somebody else made leave for good: nobody but the person themselves chooses that. */
export type RemovalFaultCode = 'member.made_to_leave'

/** Whether a command founds a real circle that is held to what came since these rules: removals, moves and consents unless said. */
export function holdsToRules(command: Command | undefined, since = HELD_SINCE): boolean {
  return command?.kind === 'create_circle' && command.mode === 'real' && (command.rules ?? 1) >= since
}

export type Removals = {
  /** By the entry of their command: the changes that needed an approval, by the state that they met. */
  readonly changes: ReadonlyMap<number, TwoPeopleChange>
  readonly faults: readonly { readonly code: RemovalFaultCode; readonly seq: number }[]
}

/**
 * Finds what the administration did to somebody's place or membership, and which of it two people decide, by following
 * the circle's state. In ledgers whose founding holds to this; in others there is nothing.
 */
export function findRemovals(entries: readonly LedgerEntry[]): Removals {
  const changes = new Map<number, TwoPeopleChange>()
  const faults: { code: RemovalFaultCode; seq: number }[] = []
  let draft: Draft | null = null
  for (const entry of entries) {
    const { seq, kind, payload } = entry
    if (kind === COMMAND_KIND) {
      const { command } = payload as { command?: Command }
      if (holdsToRules(command)) draft = founded(command)
      else if (draft && command && !isOwn(entry, command)) {
        const change = takesTwoPeople(draft, command)
        if (change) changes.set(seq, change)
        if (command.kind === 'depart_member' && command.how === 'left')
          faults.push({ code: 'member.made_to_leave', seq })
      }
    } else if (draft && !isRecordKind(kind) && !follows(draft, entry)) break
  }
  return { changes, faults }
}

function founded(command: Command | undefined): Draft | null {
  return command?.kind === 'create_circle' ? draftOf(emptyState(command.mode, command.plan)) : null
}

/** Applies an event; false where the rules cannot read it, which their replay says. */
export function follows(draft: Draft, { kind, payload, at }: LedgerEntry): boolean {
  try {
    apply(draft, { ...payload, kind } as EventOfKind<CircleEvent['kind']>, Date.parse(at))
    return true
  } catch {
    return false
  }
}

/** A member's own request, or nobody's: a restored backup makes the erased leave again. */
function isOwn({ actor_id: actorId }: LedgerEntry, command: Command): boolean {
  return actorId === null || ('memberId' in command && command.memberId === actorId)
}
