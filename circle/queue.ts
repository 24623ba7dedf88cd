import type { Level } from './plan.ts'
import { levelsOf } from './plan.ts'
import { refuse } from './refusal.ts'
import { emit, entriesOf, getEntry, getMember, queueOf } from './decision.ts'
import type { Decision } from './decision.ts'
import type { CancelReason, Entry, EntryMove, EntryRemovalReason } from './state.ts'
import { cancelUnpaidPull, releaseUnpaid } from './release.ts'

export const CAPACITY = 100

/**
 * Puts a member at a free position of a queue, and behind everybody with the other places that they took. Refuses with the two
 * messages of the specification, section 5.
 */
export function place(
  decision: Decision,
  command: { memberId: string; level: Level; position: number; isReceiver: boolean },
): Entry {
  const { memberId, level, position } = command
  ensureLevel(decision, level)
  if (!isPosition(position)) refuse('queue.position_invalid')
  const member = getMember(decision, memberId)
  if (member.status !== 'approved') refuse('queue.member_not_approved')
  const own = entriesOf(decision, memberId, level)
  if (own.length >= member.shares) refuse('queue.member_already_in', { position: own[0]!.position })
  ensureFree(decision, level, position)
  if (level === 1 && member.reentry === 'owing') refuse('queue.reentry_pending')
  const entryId = decision.newId()
  emit(decision, { kind: 'entry.placed', entryId, memberId, level, position })
  if (command.isReceiver) giveRole(decision, getEntry(decision, entryId))
  if (own.length + 1 < member.shares) placeLast(decision, memberId, level)
  return getEntry(decision, entryId)
}

/** Puts a member behind everybody else in a queue, moving the tail up where only earlier positions are free. */
export function placeLast(decision: Decision, memberId: string, level: Level): Entry {
  const queue = queueOf(decision, level)
  if (queue.length >= CAPACITY) refuse('queue.full')
  const last = queue.at(-1)?.position ?? 0
  if (last === CAPACITY) {
    const taken = new Set(queue.map((entry) => entry.position))
    let hole = CAPACITY
    while (taken.has(hole)) hole -= 1
    emit(decision, {
      kind: 'entry.moved',
      level,
      moves: queue.filter((entry) => entry.position > hole).map((entry) => moveTo(entry, entry.position - 1)),
    })
  }
  return place(decision, { memberId, level, position: Math.min(last + 1, CAPACITY), isReceiver: false })
}

/** Takes a member away from a queue, with every place that they have in it. */
export function remove(decision: Decision, { memberId, level }: Entry, reason: EntryRemovalReason): void {
  for (const { id } of entriesOf(decision, memberId, level)) vacate(decision, getEntry(decision, id), reason)
}

/** Empties a position. A receiver's unpaid donations are released and the next entry takes the role. */
export function vacate(decision: Decision, entry: Entry, reason: EntryRemovalReason): void {
  const successor = entry.isReceiver ? nextInOrder(decision, entry) : null
  releaseUnpaid(decision, entry, 'receiver_removed')
  if (entry.turnId !== null) {
    emit(decision, { kind: 'turn.ended', turnId: entry.turnId, memberId: entry.memberId, level: entry.level })
  }
  emit(decision, { kind: 'entry.removed', entryId: entry.id, memberId: entry.memberId, level: entry.level, reason })
  cancelUnpaidPull(decision, entry.memberId, entry.level)
  if (successor) giveRole(decision, successor)
}

/** Two members exchange places; the role of receiver stays with the position. */
export function swap(decision: Decision, a: Entry, b: Entry): void {
  if (a.id === b.id) refuse('queue.same_entry')
  if (a.level !== b.level) refuse('queue.other_queue')
  emit(decision, { kind: 'entry.moved', level: a.level, moves: [moveTo(a, b.position), moveTo(b, a.position)] })
  if (a.isReceiver === b.isReceiver) return
  const [former, next] = a.isReceiver ? [a, b] : [b, a]
  passRole(decision, former, next, 'receiver_replaced')
}

/** The members behind move up one occupied position each, and the moved member takes the last one. */
export function moveToEnd(decision: Decision, entry: Entry): void {
  const last = queueOf(decision, entry.level).at(-1)!
  if (last.id !== entry.id) moveAmong(decision, entry, last.position)
}

/** To a free position; an occupied one is refused, naming its holder. Only `reorder` moves others. */
export function moveToFree(decision: Decision, entry: Entry, position: number): void {
  if (!isPosition(position)) refuse('queue.position_invalid')
  if (position === entry.position) return
  ensureFree(decision, entry.level, position)
  emit(decision, { kind: 'entry.moved', level: entry.level, moves: [moveTo(entry, position)] })
}

/**
 * To a free position the entry simply goes there; to an occupied one, the members between shift by one occupied
 * position.
 */
export function reorder(decision: Decision, entry: Entry, position: number): void {
  if (!isPosition(position)) refuse('queue.position_invalid')
  if (position === entry.position) return
  const taken = queueOf(decision, entry.level).some((other) => other.position === position)
  if (taken) moveAmong(decision, entry, position)
  else emit(decision, { kind: 'entry.moved', level: entry.level, moves: [moveTo(entry, position)] })
}

/** The role leaves a, whose unpaid donations are released, and goes to b. */
export function setReceiver(decision: Decision, a: Entry, b: Entry): void {
  if (a.id === b.id) refuse('queue.same_entry')
  if (a.level !== b.level) refuse('queue.other_queue')
  if (!a.isReceiver) refuse('queue.not_receiver')
  if (b.isReceiver) refuse('queue.already_receiver')
  passRole(decision, a, b, 'receiver_replaced')
}

/** The role leaves an entry and goes to the next occupied position behind it without one, wrapping round. */
export function nextReceiver(decision: Decision, entry: Entry): void {
  if (!entry.isReceiver) refuse('queue.not_receiver')
  const next = nextInOrder(decision, entry) ?? refuse('queue.no_next_receiver')
  passRole(decision, entry, next, 'receiver_replaced')
}

export function giveRole(decision: Decision, entry: Entry): void {
  emit(decision, { kind: 'receiver.set', entryId: entry.id, memberId: entry.memberId, level: entry.level })
}

/** Takes the role away and releases what is not paid yet; the turn stays with the member. */
export function takeRole(decision: Decision, entry: Entry, reason: CancelReason): void {
  emit(decision, { kind: 'receiver.unset', entryId: entry.id, memberId: entry.memberId, level: entry.level })
  releaseUnpaid(decision, entry, reason)
}

function passRole(decision: Decision, from: Entry, to: Entry, reason: CancelReason): void {
  takeRole(decision, from, reason)
  giveRole(decision, to)
}

function nextInOrder(decision: Decision, entry: Entry): Entry | null {
  const others = queueOf(decision, entry.level).filter((other) => other.id !== entry.id && !other.isReceiver)
  return others.find((other) => other.position > entry.position) ?? others[0] ?? null
}

/** Moves an entry to an occupied position; those between shift one occupied position towards where it stood. */
function moveAmong(decision: Decision, entry: Entry, position: number): void {
  const queue = queueOf(decision, entry.level)
  const backwards = position > entry.position
  const [low, high] = backwards ? [entry.position, position] : [position, entry.position]
  const range = queue.filter((other) => other.position >= low && other.position <= high)
  const others = range.filter((other) => other.id !== entry.id)
  const slots = range.map((other) => other.position)
  const order = backwards ? [...others, entry] : [entry, ...others]
  const moves = order.map((moved, index): EntryMove => {
    const overtaken = backwards === (moved.id === entry.id)
    const passers = !overtaken ? [] : backwards ? others.map((other) => other.memberId) : [entry.memberId]
    return { entryId: moved.id, position: slots[index]!, passedMemberIds: passers }
  })
  emit(decision, { kind: 'entry.moved', level: entry.level, moves })
  // A receiver sent behind others gives the role up to the next entry in order.
  if (backwards && entry.isReceiver) {
    const successor = others.find((other) => !other.isReceiver)
    if (successor) passRole(decision, entry, successor, 'receiver_replaced')
    else takeRole(decision, entry, 'receiver_replaced')
  }
}

function moveTo(entry: Entry, position: number): EntryMove {
  return { entryId: entry.id, position, passedMemberIds: [] }
}

function ensureFree(decision: Decision, level: Level, position: number): void {
  const holder = queueOf(decision, level).find((entry) => entry.position === position)
  if (holder) refuse('queue.position_taken', { position, memberId: holder.memberId })
}

/** A queue stands for each level that the plan has. */
function ensureLevel({ state }: Decision, level: Level): void {
  if (!levelsOf(state.plan).includes(level)) refuse('level.not_in_plan', { level })
}

function isPosition(position: number): boolean {
  return Number.isInteger(position) && position >= 1 && position <= CAPACITY
}
