import type { Command } from './circle.ts'
import { queueOf } from './decision.ts'
import { everAsked, hasBegun } from './draw.ts'
import { levelsOf } from './plan.ts'
import { endsKept } from './report.ts'
import { COUNTED_SINCE, isCounted } from './shares.ts'
import type { CircleState } from './state.ts'
import { isByHand } from './queue-changes.ts'

/** How many days a proposal holds that is neither decided nor due. */
export const PROPOSAL_DAYS = 30

/** A change that the administration decides by two people, or by one who waits (5-trust, section 14). */
export type TwoPeopleChange = 'suspend_member' | 'change_queue' | 'pause_month' | 'resolve_report' | 'hand_over'

/**
 * Whether a command of the administration's takes two people in a real circle: to suspend or remove somebody who has
 * something at stake, to let somebody pay a month later, to end a case with which its donation ends, to hand over a place by which
 * the others could lose, and to change the queues once the rotation has begun, except by placing somebody behind everybody. Where
 * each is counted for themselves that takes two as well: who comes in the middle is served before the last of the order
 * (docs/decisions/098).
 * It is not asked about members' own requests, nor about what the rules do by themselves.
 */
export function takesTwoPeople(state: CircleState, command: Command): TwoPeopleChange | null {
  if (state.mode !== 'real') return null
  if (command.kind === 'depart_member') return hasStake(state, command.memberId) ? 'suspend_member' : null
  if (command.kind === 'pause_month') return command.kind
  if (command.kind === 'hand_over') return isAhead(state, command.memberId) ? command.kind : null
  if (command.kind === 'resolve_report' || command.kind === 'set_report_status')
    return endsKept(state, command) ? 'resolve_report' : null
  if (!isByHand(command.kind)) return null
  const isInMiddle = isCounted(state) && hasBegun(state)
  return everAsked(state) && (isInMiddle || !isBehindAll(state, command)) ? 'change_queue' : null
}

/**
 * Whether a command makes the first order by hand, before anything was asked of anybody: only placing somebody behind an order that
 * stands does not. Where an organiser takes part that order is drawn (docs/decisions/063-both-hats.md). Taking somebody away, who
 * could be placed behind the others again, was none in circles of before.
 */
export function arrangesFirstOrder(state: CircleState, command: Command): boolean {
  if (!isByHand(command.kind) || everAsked(state)) return false
  if (command.kind === 'remove') return state.rules >= COUNTED_SINCE
  return state.entries.size === 0 || !isBehindAll(state, command)
}

/**
 * Whether a member's going would cost somebody: they gave and received unequal sums, something of theirs is open, or they
 * hold a place in a rotation that has begun, or in one that is to begin: whoever is let in again stands behind everybody.
 */
export function hasStake(state: CircleState, memberId: string): boolean {
  const member = state.members.get(memberId)
  if (!member) return false
  const { given, received } = member
  const isEven = given.administration === 0 && levelsOf(state.plan).every((level) => given[level] === received[level])
  const holdsPlace = [...state.entries.values()].some((entry) => entry.memberId === memberId)
  const owes = [...state.obligations.values()].some((owed) => owed.memberId === memberId)
  const isParty = [...state.donations.values()].some(
    ({ donorId, receiverId }) => donorId === memberId || receiverId === memberId,
  )
  return !isEven || owes || isParty || (holdsPlace && (everAsked(state) || state.rules >= COUNTED_SINCE))
}

/**
 * Whether the others would lose if nobody paid for a member's place any more: it received more than it gave, or does once what is
 * on its way to it comes. What it owes itself is no loss yet, since it was not served for that (docs/decisions/102).
 */
export function isAhead({ members, donations }: CircleState, memberId: string): boolean {
  const member = members.get(memberId)
  if (!member) return false
  const awaited = [...donations.values()].filter(({ receiverId }) => receiverId === memberId)
  return awaited.reduce((sum, { amountCents }) => sum + amountCents, member.received[1]) > member.given[1]
}

/** Whether a command gives somebody a place behind all others and no role: it takes nothing from anybody. */
function isBehindAll(state: CircleState, command: Command): boolean {
  if (command.kind !== 'place' || command.isReceiver) return false
  const last = queueOf({ state }, command.level).at(-1)
  return last === undefined || command.position > last.position
}
