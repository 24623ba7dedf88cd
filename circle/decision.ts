import type { Draft } from './draft.ts'
import { apply } from './evolve.ts'
import type { CircleEvent, CircleState, Donation, Entry, Member, Obligation, Turn, VoidReason } from './state.ts'
import type { Level } from './plan.ts'
import { refuse } from './refusal.ts'

/**
 * One decision in the making: a draft of the state, what has happened so far, the time, and where new ids come from.
 */
export type Decision = {
  readonly state: Draft
  readonly events: CircleEvent[]
  readonly now: number
  readonly newId: () => string
}

/** The argument of queries: a decision in progress, or any circle's state. */
export type HasState = { readonly state: CircleState }

/** Records that something happened; later steps of the same decision see it. */
export function emit(decision: Decision, event: CircleEvent): void {
  apply(decision.state, event, decision.now)
  decision.events.push(event)
}

/** Ends what somebody owes and nobody is given: it is not asked for any more. */
export function voidObligation(
  decision: Decision,
  { id: obligationId, memberId, type, amountCents, target }: Obligation,
  reason: VoidReason,
): void {
  emit(decision, { kind: 'obligation.void', obligationId, memberId, type, amountCents, target, reason })
}

export function getMember({ state }: HasState, memberId: string): Member {
  return state.members.get(memberId) ?? refuse('member.not_in_circle')
}

export function getEntry({ state }: HasState, entryId: string): Entry {
  return state.entries.get(entryId) ?? refuse('queue.entry_not_found')
}

/** The donation while it is open; one that has ended is refused. */
export function getOpenDonation({ state }: HasState, donationId: string): Donation {
  return state.donations.get(donationId) ?? refuse('donation.ended')
}

/** The entries of a level by position. */
export function queueOf({ state }: HasState, level: Level): Entry[] {
  return [...state.entries.values()].filter((entry) => entry.level === level).sort((a, b) => a.position - b.position)
}

/** The first place of a member at a level. */
export function findEntryOf({ state }: HasState, memberId: string, level: Level): Entry | null {
  let first: Entry | null = null
  for (const entry of state.entries.values()) {
    if (entry.memberId !== memberId || entry.level !== level) continue
    if (first === null || entry.position < first.position) first = entry
  }
  return first
}

/** The places of a member at a level by position: in a roda as many as they took. */
export function entriesOf(decision: HasState, memberId: string, level: Level): Entry[] {
  return queueOf(decision, level).filter((entry) => entry.memberId === memberId)
}

export function findTurn({ state }: HasState, turnId: string | null): Turn | null {
  return turnId === null ? null : (state.turns.get(turnId) ?? null)
}

/** A donation's facts, as every event of its end repeats them. */
export function factsOf(donation: Donation) {
  const { id, obligationId, donorId, receiverId, turnId, type, amountCents, target } = donation
  return { donationId: id, obligationId, donorId, receiverId, turnId, type, amountCents, target }
}
