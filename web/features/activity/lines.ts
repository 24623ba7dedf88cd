import type { AnswerOf } from '#contracts/contract.ts'
import { eventWords, manyEventsWords } from '#web/text/events.ts'
import type { NameOf } from '#web/text/events.ts'

export type LedgerEntry = AnswerOf<'GET /ledger'>['data'][number]

/** One line of the recent activity: what happened, when, and whose doing it was. */
export type ActivityLine = {
  readonly seq: number
  readonly at: string
  readonly actorId: string | null
  readonly text: string
}

// What follows from something else: shown only where nothing else happened in the same stroke.
const consequences: ReadonlySet<string> = new Set([
  'entry.moved',
  'receiver.set',
  'receiver.unset',
  'turn.started',
  'turn.ended',
  'obligation.owed',
  'obligation.void',
  'donation.matched',
  'donation.deadline_moved',
])

/**
 * The last entries of a ledger, newest first, in at most `max` lines. Entries of one stroke (one actor at one instant) are told
 * by what caused them: a monthly pull of a hundred members is one line, not three hundred.
 */
export function activityLines(entries: readonly LedgerEntry[], name: NameOf, max: number): ActivityLine[] {
  const strokes = strokesOf(entries)
  // The oldest stroke of a page may go on in the next, and would be counted short.
  const isCut = strokes.length > 1 && entries.at(-1)!.seq > 1
  return (isCut ? strokes.slice(0, -1) : strokes).flatMap((stroke) => linesOf(stroke, name)).slice(0, max)
}

function strokesOf(entries: readonly LedgerEntry[]): LedgerEntry[][] {
  const strokes: LedgerEntry[][] = []
  for (const entry of entries) {
    const stroke = strokes.at(-1)
    if (stroke && stroke[0]!.at === entry.at && stroke[0]!.actor_id === entry.actor_id) stroke.push(entry)
    else strokes.push([entry])
  }
  return strokes
}

function linesOf(stroke: readonly LedgerEntry[], name: NameOf): ActivityLine[] {
  const causes = stroke.filter(({ kind }) => !consequences.has(kind))
  const told = causes.length > 0 ? causes : stroke
  const byKind = Map.groupBy(told, ({ kind }) => kind)
  const lines = [...byKind].flatMap(([kind, entries]) => {
    const { seq, at, actor_id: actorId } = entries[0]!
    const together = entries.length > 1 ? manyEventsWords(kind, entries.length) : null
    if (together !== null) return [{ seq, at, actorId, text: together }]
    return entries.flatMap((entry) => {
      const text = eventWords(entry.kind, entry.payload, name)
      return text === null ? [] : [{ seq: entry.seq, at, actorId, text }]
    })
  })
  return lines.toSorted((a, b) => b.seq - a.seq)
}
