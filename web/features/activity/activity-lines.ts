import { COMMAND_KIND } from '#circle/ledger/entry.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { describeEvent, describeEvents } from '#web/text/events.ts'
import type { NameOf } from '#web/text/name-of.ts'

export type LedgerEntry = AnswerOf<'GET /ledger'>['data'][number]

/** One line of the recent activity: what happened, when, and whose doing it was. */
export type ActivityLine = {
  readonly seq: number
  readonly at: string
  readonly actorId: string | null
  readonly text: string
}

// Events that follow from others are shown only when their batch contains nothing else.
const consequences: ReadonlySet<string> = new Set([
  'entry.moved',
  'receiver.set',
  'receiver.unset',
  'turn.started',
  'turn.ended',
  'obligation.owed',
  'obligation.void',
  'contribution.counted',
  'donation.matched',
  'donation.deadline_moved',
  'case.words',
  'queue.reason',
])

/**
 * The last entries of a ledger, newest first, in at most `max` lines. Entries of one batch (one actor at one instant)
 * are shown by what caused them: a monthly pull of a hundred members is one line, not three hundred.
 */
export function activityLines(entries: readonly LedgerEntry[], name: NameOf, max: number): ActivityLine[] {
  const batches = batchesOf(entries)
  // The oldest batch of a page may go on in the next, and would be counted short.
  const isCut = batches.length > 1 && entries.at(-1)!.seq > 1
  return (isCut ? batches.slice(0, -1) : batches).flatMap((batch) => linesOf(batch, name)).slice(0, max)
}

function batchesOf(entries: readonly LedgerEntry[]): LedgerEntry[][] {
  const batches: LedgerEntry[][] = []
  for (const entry of entries) {
    const batch = batches.at(-1)
    if (batch && batch[0]!.at === entry.at && batch[0]!.actor_id === entry.actor_id) batch.push(entry)
    else batches.push([entry])
  }
  return batches
}

function linesOf(batch: readonly LedgerEntry[], name: NameOf): ActivityLine[] {
  // A test clock is nobody's activity, and every page says it anyway.
  const events = batch.filter(({ kind }) => kind !== COMMAND_KIND && kind !== 'circle.clock_moved')
  const causes = events.filter(({ kind }) => !consequences.has(kind))
  const shown = causes.length > 0 ? causes : events
  const byKind = Map.groupBy(shown, ({ kind }) => kind)
  const lines = [...byKind].flatMap(([kind, entries]) => {
    const { seq, at, actor_id: actorId } = entries[0]!
    const together = entries.length > 1 ? describeEvents(kind, entries.length) : null
    if (together !== null) return [{ seq, at, actorId, text: together }]
    return entries.flatMap((entry) => {
      const text = describeEvent(entry.kind, entry.payload, name)
      return text === null ? [] : [{ seq: entry.seq, at, actorId, text }]
    })
  })
  return lines.toSorted((a, b) => b.seq - a.seq)
}
