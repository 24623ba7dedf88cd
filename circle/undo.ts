import type { Decision } from './decision.ts'
import { emit, queueOf } from './decision.ts'
import { levelsOf } from './plan.ts'
import type { Level } from './plan.ts'
import { isQueueChange } from './queue-changes.ts'
import { refuse } from './refusal.ts'
import type { CircleEvent, CircleState, Entry, EventKind, Inverse } from './state.ts'

/**
 * The ways in which something rests on a change of a queue: donations that it cancelled or made, debts that it created or
 * ended, turns that it began or ended, and places or roles that moved because of something else afterwards.
 */
export type RestKind = 'cancelled' | 'matched' | 'debts' | 'turns' | 'places'

export type Rest = { readonly what: RestKind; readonly count: number }

/**
 * Takes down what a change replaced, as far as the queue of this level is concerned.
 * Applying it to the state after the change gives the state before, provided that nothing rests on it.
 */
export function inverseOf(before: CircleState, after: CircleState, level: Level): Inverse {
  const places = queueOf({ state: before }, level).flatMap((was) => {
    const is = after.entries.get(was.id)
    return is && !isSamePlace(was, is)
      ? [{ entryId: was.id, position: was.position, isReceiver: was.isReceiver, passed: was.passedMemberIds.length }]
      : []
  })
  const restore = queueOf({ state: before }, level)
    .filter(({ id }) => !after.entries.has(id))
    .map(({ id, memberId, position, isReceiver, passedMemberIds, createdAt }) => {
      return { entryId: id, memberId, position, isReceiver, passedMemberIds, createdAt }
    })
  const drop = queueOf({ state: after }, level).filter(({ id }) => !before.entries.has(id))
  const reentry = drop
    .map(({ memberId }) => memberId)
    .filter((id) => before.members.get(id)?.reentry === 'allowed' && after.members.get(id)?.reentry === 'none')
  return { level, places, drop: drop.map(({ id }) => id), restore, reentry }
}

function isSamePlace(a: Entry, b: Entry): boolean {
  return (
    a.position === b.position && a.isReceiver === b.isReceiver && a.passedMemberIds.length === b.passedMemberIds.length
  )
}

const RESTING: Readonly<Partial<Record<EventKind, RestKind>>> = {
  'donation.cancelled': 'cancelled',
  'donation.expired': 'cancelled',
  'donation.matched': 'matched',
  'obligation.owed': 'debts',
  'obligation.void': 'debts',
  'turn.started': 'turns',
  'turn.completed': 'turns',
  'turn.ended': 'turns',
}

const MOVES: readonly EventKind[] = [
  'entry.placed',
  'entry.removed',
  'entry.moved',
  'receiver.set',
  'receiver.unset',
  'queue.drawn',
  'circle.brought_in',
  'queue.change_undone',
  'place.handed_over',
]

/** The events that can rest on a change, for a reader who looks for them in a ledger. */
export const RESTING_KINDS: readonly EventKind[] = [...(Object.keys(RESTING) as EventKind[]), ...MOVES]

/**
 * Names the first thing that rests on a change of this level's queue, in the order of `RestKind`, with its count: of the
 * change's own events everything but the places and roles that it moved, of later ones these too. Null where nothing does.
 */
export function restsOn(events: readonly CircleEvent[], level: Level, isLater: boolean): Rest | null {
  const counts = new Map<RestKind, number>()
  for (const event of events) {
    if (!concerns(event, level)) continue
    const what = RESTING[event.kind] ?? (isLater && MOVES.includes(event.kind) ? 'places' : null)
    if (what) counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  const first = (['cancelled', 'matched', 'debts', 'turns', 'places'] as const).find((what) => counts.has(what))
  return first ? { what: first, count: counts.get(first)! } : null
}

/** How much followed from a change beside places and roles, in every queue, by kind: for the journal. */
export function restCounts(events: readonly CircleEvent[]): Readonly<Partial<Record<RestKind, number>>> {
  const counts: Partial<Record<RestKind, number>> = {}
  for (const { kind } of events) {
    const what = RESTING[kind]
    if (what) counts[what] = (counts[what] ?? 0) + 1
  }
  return counts
}

function concerns(event: CircleEvent, level: Level): boolean {
  if ('target' in event) return event.target === level
  return !('level' in event) || event.level === level
}

/** The last change of a queue, as a reader of the ledger follows it: its command's entry, its inverse, and what rests on it. */
export type LastChange = { readonly seq: number; readonly inverse: Inverse; readonly rests: Rest | null }

/**
 * Follows the last change over one more decision. After a draw or an undoing there is none: a draw's result stands, and an
 * undoing is not undone.
 */
export function nextLastChange(
  last: LastChange | null,
  {
    seq,
    command,
    events,
    before,
    after,
  }: {
    readonly seq: number
    readonly command: { readonly kind: string }
    readonly events: readonly CircleEvent[]
    readonly before: CircleState
    readonly after: CircleState
  },
): LastChange | null {
  if (!isQueueChange(command.kind)) {
    if (!last || last.rests) return last
    return { ...last, rests: restsOn(events, last.inverse.level, true) }
  }
  if (command.kind === 'apply_draw' || command.kind === 'undo') return null
  const level = levelOf(events)
  if (level === null) return last
  return { seq, inverse: inverseOf(before, after, level), rests: restsOn(events, level, false) }
}

/** The queue that a change concerns: that of its first event which names one. */
export function levelOf(events: readonly CircleEvent[]): Level | null {
  for (const event of events) {
    if ('level' in event && MOVES.includes(event.kind)) return event.level
  }
  return null
}

/**
 * Gives a queue back as it was before a change; a case that the change opened stays, since somebody says that money has
 * moved. Asked only for the last change, on which nothing rests: the server finds
 * the inverse, and the verifier computes it anew (circle/ledger/replay.ts). Refuses what the members' state does not
 * allow any more (`queue.undo_impossible`).
 */
export function undo(decision: Decision, { seq, inverse }: { seq: number; inverse: Inverse }): void {
  const { level, places, drop, restore } = inverse
  const { entries, members, plan } = decision.state
  // The plan may have lost the level since.
  if (!levelsOf(plan).includes(level)) refuse('queue.undo_impossible')
  const queue = new Map(queueOf(decision, level).map((entry) => [entry.id, entry.position]))
  for (const { entryId, position, passed } of places) {
    if (!queue.has(entryId) || entries.get(entryId)!.passedMemberIds.length < passed) refuse('queue.undo_impossible')
    queue.set(entryId, position)
  }
  for (const entryId of drop) {
    if (!queue.has(entryId) || entries.get(entryId)!.turnId !== null) refuse('queue.undo_impossible')
    queue.delete(entryId)
  }
  const holders = [...queue.keys()].map((entryId) => entries.get(entryId)!.memberId)
  for (const { entryId, memberId, position } of restore) {
    const member = members.get(memberId)
    if (entries.has(entryId) || member?.status !== 'approved') refuse('queue.undo_impossible')
    holders.push(memberId)
    queue.set(entryId, position)
  }
  // All who stand in a queue have every place that they take, and not one more.
  const hasAll = (memberId: string) => holders.filter((id) => id === memberId).length === members.get(memberId)!.shares
  if (!restore.every(({ memberId }) => hasAll(memberId))) refuse('queue.undo_impossible')
  if (new Set(queue.values()).size !== queue.size) refuse('queue.undo_impossible')
  emit(decision, { kind: 'queue.change_undone', seq, ...inverse })
}
