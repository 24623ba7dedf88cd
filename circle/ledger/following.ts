import type { Command } from '#circle/circle.ts'
import { draftOf } from '#circle/draft.ts'
import type { Draft } from '#circle/draft.ts'
import { applyFacts } from '#circle/evolve.ts'
import { emptyState } from '#circle/state.ts'
import type { EventKind } from '#circle/state.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isRecordKind } from './records.ts'

/** A check that reads entries one by one, and asks for the circle's state as each of them met it. */
export type Follower = {
  /** That state; null before the circle's founding, and where it was lost. */
  draft: Draft | null
  /** Takes the next entry, by which the state goes on afterwards. `founding`: the state of the circle that it founds. */
  take(entry: LedgerEntry, founding: Draft | null): void
  /** The rules could not read an event, so that no state follows. */
  lose(): void
}

/** Hands entries to checks. The state goes on once for all that follow the same one. */
export function follow(entries: readonly LedgerEntry[], followers: readonly Follower[]): void {
  for (const entry of entries) {
    const isCommand = entry.kind === COMMAND_KIND
    const founding = isCommand ? founded((entry.payload as { command?: Command }).command) : null
    for (const one of followers) one.take(entry, founding)
    if (isCommand || isRecordKind(entry.kind)) continue
    for (const [index, { draft }] of followers.entries()) {
      const isGoneOn = draft === null || followers.findIndex((each) => each.draft === draft) < index
      if (isGoneOn || follows(draft, entry)) continue
      for (const each of followers) if (each.draft === draft) each.lose()
    }
  }
}

/** A check that has read the first entries of a ledger, so many. */
export type Begun<F extends Follower> = { readonly count: number; readonly reader: F }

/** Has a check read a ledger, or go on where it began. */
export function readOn<F extends Follower>(
  entries: readonly LedgerEntry[],
  begun: Begun<F> | undefined,
  open: () => F,
): F {
  const { count, reader } = begun ?? { count: 0, reader: open() }
  follow(count === 0 ? entries : entries.slice(count), [reader])
  return reader
}

function founded(command: Command | undefined): Draft | null {
  return command?.kind === 'create_circle' ? draftOf(emptyState(command.mode, command.plan)) : null
}

/** Applies an event; false where the rules cannot read it, which their replay says. */
export function follows(draft: Draft, { kind, payload, at }: LedgerEntry): boolean {
  try {
    applyFacts(draft, kind as EventKind, payload, Date.parse(at))
    return true
  } catch {
    return false
  }
}
