import type { Command } from '#circle/circle.ts'
import { draftOf } from '#circle/draft.ts'
import type { Draft } from '#circle/draft.ts'
import { evolve } from '#circle/evolve.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isEventKind } from './event-kinds.ts'
import { follows } from './removals.ts'

/** The first entries of a ledger, as many as are known, and the state that they leave. */
export type KnownEntries = { readonly count: number; readonly state: CircleState | null }

const NONE: KnownEntries = { count: 0, state: null }

/**
 * The first entries, in which these very rules found no fault before, need no second decision: their events alone say which state they
 * left. Where an undoing follows of a change from before, which only deciding tells, nothing counts as known.
 */
export function knownEntries(entries: readonly LedgerEntry[], upTo: number): KnownEntries {
  let count = entries.findLastIndex(({ seq }) => seq <= upTo) + 1
  // A decision is known whole or not at all.
  while (count > 0 && count < entries.length && isEventKind(entries[count]!.kind)) count -= 1
  const boundary = entries[count - 1]?.seq ?? 0
  if (count === 0 || entries.slice(count).some((entry) => undoesBefore(entry, boundary))) return NONE
  const state = stateAfter(entries.slice(0, count))
  return state === null ? NONE : { count, state }
}

/** The state that the first entries of a ledger leave, by their events alone; null where these cannot be followed. */
export function stateAfter(entries: readonly LedgerEntry[]): CircleState | null {
  let draft: Draft | null = null
  for (const entry of entries) {
    if (!isEventKind(entry.kind)) continue
    if (draft === null) draft = begun(entry)
    else if (!follows(draft, entry)) return null
  }
  return draft
}

function undoesBefore({ kind, payload }: LedgerEntry, boundary: number): boolean {
  const { command } = payload as { command?: Command }
  return kind === COMMAND_KIND && command?.kind === 'undo' && command.seq <= boundary
}

function begun({ kind, payload, at }: LedgerEntry): Draft {
  return draftOf(evolve(null, { ...payload, kind } as CircleEvent, Date.parse(at)))
}
