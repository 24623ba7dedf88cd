import { decide } from './circle.ts'
import type { Command } from './circle.ts'
import { queueOf } from './decision.ts'
import { levelsOf } from './plan.ts'
import type { CircleState } from './state.ts'
import { isQueueChange } from './undo.ts'

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
  return kind === 'depart_member' || (isQueueChange(kind) && kind !== 'apply_draw')
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
  for (const level of levelsOf(state.plan)) {
    const [before, after] = [state, decided.state].map((one) => aheadOf(one, level)) as [Order, Order]
    for (const entryId of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(entryId), after.get(entryId)]
      const { memberId } = (was ?? is)!
      if (!was || !is || was.place !== is.place) touched.add(memberId)
      else if (was.ahead !== is.ahead) behind.add(memberId)
    }
  }
}

type Order = Map<string, { readonly memberId: string; readonly place: string; readonly ahead: string }>

/** Each place at a level, by its id, with its role, and who stands before it: receivers first, then by position. */
function aheadOf(state: CircleState, level: Parameters<typeof queueOf>[1]): Order {
  const queue = queueOf({ state }, level).toSorted((a, b) => Number(b.isReceiver) - Number(a.isReceiver))
  const ahead: string[] = []
  return new Map(
    queue.map(({ id, memberId, position, isReceiver }) => {
      const stands = { memberId, place: `${position} ${isReceiver}`, ahead: ahead.toSorted().join(',') }
      ahead.push(memberId)
      return [id, stands] as const
    }),
  )
}
