import type { Command } from '#circle/circle.ts'
import { isByHand } from '#circle/queue-changes.ts'
import type { CircleEvent } from '#circle/state.ts'
import { levelOf } from '#circle/undo.ts'
import { COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'
import { isEventKind } from './event-kinds.ts'

/** Where the order of the first queue comes from, and how often the administration changed it since. */
export type OrderSource = {
  /** The draw that gave it; null where none did, or another thing came after it. */
  readonly drawId: string | null
  /** Whether everybody agreed to it, or it came in with a roda that had begun before. */
  readonly isAgreed: boolean
  readonly isBroughtIn: boolean
  readonly changes: number
  readonly withoutReason: number
}

/** Reads from a ledger where its order comes from. `seq`: the last entry that had a part in it; 0 for none. */
export function orderSourceIn(entries: readonly LedgerEntry[]): OrderSource & { readonly seq: number } {
  const agreed = new Set<unknown>()
  let last = { seq: 0, drawId: null as string | null, isAgreed: false, isBroughtIn: false }
  for (const { seq, kind, payload } of entries) {
    if (kind === 'order.proposed') agreed.add(payload['orderId'])
    else if (kind === 'circle.brought_in') last = { seq, drawId: null, isAgreed: false, isBroughtIn: true }
    else if (kind === 'queue.drawn') {
      const isAgreed = agreed.has(payload['drawId'])
      last = { seq, drawId: isAgreed ? null : String(payload['drawId']), isAgreed, isBroughtIn: false }
    }
  }
  const changed = entries.filter(
    (entry, index) => entry.seq > last.seq && wasByHand(entry) && isOfFirst(entries, index),
  )
  const reasons = new Set(entries.flatMap(({ kind, payload }) => (kind === 'queue.reason' ? [payload['change']] : [])))
  const withoutReason = changed.filter(({ seq }) => !reasons.has(String(seq))).length
  return { ...last, seq: changed.at(-1)?.seq ?? last.seq, changes: changed.length, withoutReason }
}

function wasByHand({ kind, payload }: LedgerEntry): boolean {
  return kind === COMMAND_KIND && isByHand((payload as unknown as { command: Command }).command.kind)
}

/** Whether the command at an index changed the first queue, by the events that follow it. */
function isOfFirst(entries: readonly LedgerEntry[], index: number): boolean {
  const events: CircleEvent[] = []
  for (let at = index + 1; isEventKind(entries[at]?.kind ?? ''); at += 1)
    events.push({ ...entries[at]!.payload, kind: entries[at]!.kind } as CircleEvent)
  return levelOf(events) === 1
}
