import type { Command } from '#circle/circle.ts'
import { draftOf } from '#circle/draft.ts'
import type { Draft } from '#circle/draft.ts'
import { evolve } from '#circle/evolve.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isEventKind } from './event-kinds.ts'
import { follows } from './following.ts'

/** The first entries of a ledger, as many as are known, and the state that they leave. */
export type KnownEntries = { readonly count: number; readonly state: CircleState | null }

const NONE: KnownEntries = { count: 0, state: null }

/**
 * The first entries, in which these very rules found no fault before, need no second decision: their events alone say which state they
 * left. Where an undoing follows of a change from before, which only deciding tells, nothing counts as known.
 */
export function knownEntries(entries: readonly LedgerEntry[], upTo: number): KnownEntries {
  const known = entries.slice(0, countKnown(entries, upTo))
  const state = known.length === 0 ? null : stateAfter(known)
  return state === null ? NONE : { count: known.length, state }
}

/** How many of the first entries are known, where these are up to a number. */
export function countKnown(entries: readonly LedgerEntry[], upTo: number): number {
  let count = entries.findLastIndex(({ seq }) => seq <= upTo) + 1
  // A decision is known whole or not at all.
  while (count > 0 && count < entries.length && isEventKind(entries[count]!.kind)) count -= 1
  const boundary = entries[count - 1]?.seq ?? 0
  return entries.slice(count).some((entry) => undoesBefore(entry, boundary)) ? 0 : count
}

/**
 * The state that the first entries of a ledger leave, by their events alone; null where these cannot be followed. `known`: what is
 * known of the very first ones.
 */
export function stateAfter(entries: readonly LedgerEntry[], known: KnownEntries = NONE): CircleState | null {
  const begins = known.state !== null && known.count <= entries.length
  let draft: Draft | null = begins ? draftOf(known.state) : null
  for (const entry of begins ? entries.slice(known.count) : entries) {
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
