import { decide } from './circle.ts'
import type { Command } from './circle.ts'
import { queueOf } from './decision.ts'
import { levelsOf } from './plan.ts'
import type { Level } from './plan.ts'
import type { CircleState, Entry } from './state.ts'
import { isByHand } from './queue-changes.ts'

/** Both parties of a donation, also of one that has ended; the administrative account is nobody. */
export type PartiesOf = (donationId: string) => readonly (string | null)[]

/**
 * The members whose own matter a command of the administration is: none of them decides it (docs/decisions/063). It is
 * the matter of those whose money, place, turn, case or deadline it touches, and of who has an open donation with one of
 * them; of a change of the queue, also of those before or behind whom others come to stand. What asks everybody alike is
 * nobody's own: a plan, a month's contributions, a draw, a beginning. `ended` tells the parties of donations that the state has no more.
 */
export function whoseMatter(state: CircleState, command: Command, now: number, ended: PartiesOf): ReadonlySet<string> {
  const touched = new Set<string>()
  const behind = new Set<string>()
  const partiesOf = (donationId: string) => {
    const open = state.donations.get(donationId)
    return open ? [open.donorId, open.receiverId] : ended(donationId)
  }
  for (const id of donationOf(state, command).flatMap(partiesOf)) if (id !== null) touched.add(id)
  if ('memberId' in command && command.kind !== 'approve_member') touched.add(command.memberId)
  if (command.kind === 'hand_over') touched.add(command.newcomerId)
  if (arranges(command)) noteMoved(state, command, now, { touched, behind })
  return new Set([...touched, ...counterpartiesOf(state, touched), ...behind])
}

/** The other parties of these members' open donations. */
export function counterpartiesOf(state: CircleState, memberIds: ReadonlySet<string>): ReadonlySet<string> {
  const others = new Set<string>()
  for (const { donorId, receiverId } of state.donations.values()) {
    if (receiverId === null) continue
    if (memberIds.has(donorId)) others.add(receiverId)
    if (memberIds.has(receiverId)) others.add(donorId)
  }
  return others
}

/** Whether what concerns this member, and no command tells, such as their payment key, is a matter of the actor's own. */
export function isOwnMatterOf(state: CircleState, memberId: string, actorId: string): boolean {
  return memberId === actorId || counterpartiesOf(state, new Set([memberId])).has(actorId)
}

/** The donation that a command is about, by itself or by its report. */
function donationOf(state: CircleState, command: Command): string[] {
  if ('donationId' in command) return [command.donationId]
  if (!('reportId' in command)) return []
  return [...state.reports.values()].flatMap(({ id, donationId }) => (id === command.reportId ? [donationId] : []))
}

/** Whether a command moves people in a queue by somebody's choice: also by taking one of them away. */
function arranges({ kind }: Command): boolean {
  return kind === 'depart_member' || isByHand(kind)
}

type Moved = { readonly touched: Set<string>; readonly behind: Set<string> }

function noteMoved(state: CircleState, command: Command, now: number, { touched, behind }: Moved): void {
  let ids = 0
  const decided = decide(state, command, { now, newId: () => `asked-${(ids += 1)}` })
  // A command that the rules refuse touches nobody.
  if (!decided.ok) return
  // A role that is taken and given back at once releases donations, and leaves every place as it was.
  for (const [id, donation] of state.donations)
    if (decided.state.donations.get(id) !== donation)
      for (const party of [donation.donorId, donation.receiverId]) if (party !== null) touched.add(party)
  for (const level of levelsOf(state.plan))
    noteMovedAt(inOrder(state, level), inOrder(decided.state, level), { touched, behind })
}

type Place = Pick<Entry, 'id' | 'memberId' | 'position' | 'isReceiver'>

/** The places at a level, receivers first, then by position. */
function inOrder(state: CircleState, level: Level): readonly Place[] {
  return queueOf({ state }, level).toSorted((a, b) => Number(b.isReceiver) - Number(a.isReceiver))
}

function noteMovedAt(before: readonly Place[], after: readonly Place[], { touched, behind }: Moved): void {
  const isSameAhead = comparePrefixes(before, after)
  const left = new Map(before.map((was, index) => [was.id, { was, index }]))
  for (const [index, is] of after.entries()) {
    const stood = left.get(is.id)
    left.delete(is.id)
    if (!stood) touched.add(is.memberId)
    else if (stood.was.position !== is.position || stood.was.isReceiver !== is.isReceiver)
      touched.add(stood.was.memberId)
    else if (stood.index !== index || !isSameAhead[index]) behind.add(stood.was.memberId)
  }
  for (const { was } of left.values()) touched.add(was.memberId)
}

/** For each number of places, whether the same people hold so many first ones in both orders. */
function comparePrefixes(before: readonly Place[], after: readonly Place[]): readonly boolean[] {
  const surplus = new Map<string, number>()
  const note = (place: Place | undefined, by: number) => {
    if (!place) return
    const count = (surplus.get(place.memberId) ?? 0) + by
    if (count === 0) surplus.delete(place.memberId)
    else surplus.set(place.memberId, count)
  }
  return after.map((is, index) => {
    const isSame = surplus.size === 0
    note(before[index], 1)
    note(is, -1)
    return isSame
  })
}
