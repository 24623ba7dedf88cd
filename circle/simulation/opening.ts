import type { Command } from '../circle.ts'
import { decide } from '../circle.ts'
import { everAsked } from '../draw.ts'
import { isAwaited } from '../course.ts'
import { queueOf } from '../decision.ts'
import { restOf } from '../parts.ts'
import { upgradesOffered } from '../levels.ts'
import { levelsOf } from '../plan.ts'
import type { Level, Plan } from '../plan.ts'
import { CAPACITY } from '../queue.ts'
import { contributionsLeft } from '../rotation.ts'
import { holdersOf, isCounted, sharesMisfit } from '../shares.ts'
import type { Holders } from '../shares.ts'
import type { CircleEvent, CircleState, Donation, Entry, Obligation } from '../state.ts'
import { BEFORE } from './turn-log.ts'
import type { OpeningTurn } from './turn-log.ts'
import { kindOf, obligationKindsOf } from './obligation-kinds.ts'

/** A live circle as a run can begin with it: its members numbered, everything else in those numbers. */
export type Opening = {
  readonly plan: Plan
  /** By number; whoever has several places of a roda stands here once for each. */
  readonly memberIds: readonly string[]
  /** By number, the first of the same person: it owes, gives and receives for all of them. */
  readonly owners: readonly number[]
  /** The numbers of the places, by their ids. */
  readonly seats: ReadonlyMap<string, number>
  /** Where somebody has several places, or each is counted, how the roda stands with each person; null elsewhere. */
  readonly holders: (Holders & { readonly memberIds: readonly string[] }) | null
  /** Whether somebody may come back who gave more than they received. */
  readonly isAwaited: boolean
  /** Whether nothing can be asked yet, since those with several places find too few others. */
  readonly isMisfit: boolean
  /** The state behind the numbers, for a run on `decide`. */
  readonly state: CircleState
  /** N1 positions that are taken. */
  readonly positions: readonly number[]
  /** By level, then by position. */
  readonly places: readonly OpeningPlace[]
  /** The places of the live circle, by level and position: some may be left before the run begins. */
  readonly today: readonly { readonly level: Level; readonly member: number }[]
  readonly turns: readonly OpeningTurn[]
  /** Oldest first. */
  readonly obligations: readonly OpeningObligation[]
  /** By member: how many contributions the rotation that was brought in still asks for; null in every other. */
  readonly left: readonly (number | null)[]
  /** By member: how many months they are ahead, which are not asked of them. */
  readonly ahead: readonly number[]
  /** Complete turns not yet used for an upgrade. */
  readonly unused: readonly { readonly member: number; readonly level: Level; readonly count: number }[]
  readonly reentries: readonly { readonly member: number; readonly isAllowed: boolean; readonly owes: number }[]
}

export type OpeningPlace = {
  readonly member: number
  readonly level: Level
  readonly isReceiver: boolean
  readonly isRunning: boolean
  readonly confirmed: number
  readonly open: number
}

export type OpeningObligation = {
  readonly donor: number
  readonly kind: number
  readonly isContribution: boolean
  readonly isOverdue: boolean
  /** When a month left out is asked for again (epoch ms); null for what is due as everything else. */
  readonly pausedUntil: number | null
  /** Of its open donation; null while it waits for a receiver. */
  readonly open: { readonly receiver: number; readonly deadlineAt: number } | null
}

/**
 * Prepares a live state for running on from `now` (epoch ms). What the rules would do without anybody's choice is done by
 * the rules first: what is past its deadline expires. Then what people have still to decide is taken as decided: whoever
 * was passed over accepts the terms, open reports, and cases of receipts that were rejected, end with the donation kept
 * and its time given back, every receipt that waits is confirmed, oldest first, and then what is left of a donation of which a
 * part came, or that is late, is paid.
 */
export function openingOf(live: CircleState, now: number): Opening {
  const { state, events } = settled(live, now)
  const { plan } = state
  const obligations = [...state.obligations.values()].sort((a, b) => a.order - b.order)
  const today = levelsOf(plan).flatMap((level) => queueOf({ state: live }, level))
  const people = concerned(state, [...today, ...obligations])
  const numbers = new Map(people.map((id, number) => [id, number]))
  const { seats, more } = seatsOf([...today, ...state.entries.values()], numbers)
  const memberIds = [...people, ...more]
  const numberOf = (memberId: string) => numbers.get(memberId)!
  const kinds = obligationKindsOf(plan)
  const donations = new Map([...state.donations.values()].map((donation) => [donation.obligationId, donation]))
  const ofTurn = new Map([...state.entries.values()].map(({ id, turnId }) => [turnId, seats.get(id)!]))
  return {
    plan,
    memberIds,
    owners: memberIds.map(numberOf),
    seats,
    holders: more.length > 0 || isCounted(state) ? holdersOf(state) : null,
    isAwaited: isAwaited(state),
    isMisfit: !everAsked(state) && sharesMisfit(state) !== null,
    state,
    positions: queueOf({ state }, 1).map(({ position }) => position),
    today: today.map(({ level, id }) => ({ level, member: seats.get(id)! })),
    turns: turnsOf(today, events).map(({ entryId, ...turn }) => ({ ...turn, member: seats.get(entryId)! })),
    places: levelsOf(plan).flatMap((level) =>
      queueOf({ state }, level).map(({ id, isReceiver, turnId }): OpeningPlace => {
        const turn = turnId === null ? undefined : state.turns.get(turnId)
        const { confirmed, open } = turn ?? { confirmed: 0, open: 0 }
        return { member: seats.get(id)!, level, isReceiver, isRunning: turn !== undefined, confirmed, open }
      }),
    ),
    obligations: obligations.map((owed): OpeningObligation => {
      const donation = donations.get(owed.id)
      return {
        donor: numberOf(owed.memberId),
        kind: kindOf(kinds, plan, owed),
        isContribution: owed.type === 'PULL',
        isOverdue: owed.overdue,
        pausedUntil: owed.pausedUntil,
        open: donation
          ? {
              receiver:
                donation.receiverId === null ? 0 : (ofTurn.get(donation.turnId) ?? numberOf(donation.receiverId)),
              deadlineAt: donation.deadlineAt,
            }
          : null,
      }
    }),
    left: memberIds.map((memberId) => contributionsLeft(state, memberId, 1)),
    ahead: memberIds.map((memberId) => state.members.get(memberId)?.ahead.length ?? 0),
    unused: memberIds.flatMap((memberId, member) =>
      mayGoUp(state, memberId)
        ? levelsOf(plan)
            .slice(0, -1)
            .map((level) => ({ member, level, count: completeTurns(state, memberId, level) }))
            .filter(({ count }) => count > 0)
        : [],
    ),
    reentries: memberIds.flatMap((memberId, member) => {
      const reentry = state.members.get(memberId)?.reentry ?? 'none'
      if (reentry === 'none') return []
      return [{ member, isAllowed: reentry === 'allowed', owes: finalPayments(obligations, memberId) }]
    }),
  }
}

/** Applies what the forecast takes as done on its first day, by the rules. */
function settled(live: CircleState, now: number): { state: CircleState; events: readonly CircleEvent[] } {
  let state = live
  const events: CircleEvent[] = []
  let ids = 0
  const newId = () => `opening-${String((ids += 1)).padStart(6, '0')}`
  const perform = (command: Command) => {
    const result = decide(state, command, { now, newId })
    if (!result.ok) throw new Error(`The forecast asked for what the rules refuse: ${command.kind}, ${result.code}`)
    state = result.state
    events.push(...result.events)
  }
  const dismissAll = () => {
    for (const reportId of state.reports.keys()) perform({ kind: 'set_report_status', reportId, status: 'DISMISSED' })
  }
  const passedOver = [...state.members.values()].filter(({ isPassedOver }) => isPassedOver).map(({ id }) => id)
  for (const memberId of passedOver.sort()) perform({ kind: 'serve_again', memberId })
  dismissAll()
  perform({ kind: 'expire', late: true })
  for (const { id: donationId, isUndecided, reportId } of state.donations.values())
    if (isUndecided && reportId === null) perform({ kind: 'open_case', reportId: newId(), donationId })
  dismissAll()
  const byAge = (isMeant: (donation: Donation) => boolean) =>
    [...state.donations.values()].filter(isMeant).sort((a, b) => a.order - b.order)
  const confirm = ({ id: donationId, receiverId, sentCents }: Donation) => {
    const by = receiverId === null ? ('administration' as const) : { memberId: receiverId }
    perform({ kind: 'confirm', donationId, by, ...(sentCents === null ? {} : { cents: sentCents }) })
  }
  for (const donation of byAge(({ status }) => status === 'PENDING_CONFIRMATION')) confirm(donation)
  for (const donation of byAge(({ parts, isLate }) => parts > 0 || isLate)) {
    const cents = donation.parts > 0 ? { cents: restOf(state, donation) } : {}
    perform({ kind: 'send_receipt', donationId: donation.id, memberId: donation.donorId, ...cents })
    confirm({ ...donation, sentCents: cents.cents ?? null })
  }
  return { state, events }
}

/** A number for each place: that of its member, and one behind all people's for each further place in the same queue. */
function seatsOf(entries: readonly Entry[], numbers: ReadonlyMap<string, number>) {
  const seats = new Map<string, number>()
  const more: string[] = []
  const taken = new Set<string>()
  for (const { id, memberId, level } of entries) {
    if (seats.has(id)) continue
    const isFirst = !taken.has(`${level}:${memberId}`)
    taken.add(`${level}:${memberId}`)
    seats.set(id, isFirst ? numbers.get(memberId)! : numbers.size + more.push(memberId) - 1)
  }
  return { seats, more }
}

type Turn = Omit<OpeningTurn, 'member'> & { readonly entryId: string }

/** The turns that run already, and those that began or ended on the run's first day, in order. */
function turnsOf(today: readonly Entry[], events: readonly CircleEvent[]): Turn[] {
  const turns: Turn[] = today
    .filter(({ turnId }) => turnId !== null)
    .map(({ level, id: entryId }) => ({ level, entryId, began: BEFORE, end: null }))
  const end = (of: { entryId: string }, how: 'complete' | 'lost') => {
    const index = turns.findIndex((turn) => turn.entryId === of.entryId && turn.end === null)
    if (index >= 0) turns[index] = { ...turns[index]!, end: how }
  }
  for (const event of events) {
    if (event.kind === 'turn.started') turns.push({ level: event.level, entryId: event.entryId, began: 0, end: null })
    if (event.kind === 'turn.completed') end(event, 'complete')
    if (event.kind === 'entry.removed') end(event, 'lost')
  }
  return turns
}

/** Everybody who can still act or be paid: people who left long ago and owe nothing take no part. */
function concerned(state: CircleState, having: readonly { readonly memberId: string }[]): string[] {
  const ids = new Set(having.map(({ memberId }) => memberId))
  for (const { id, reentry } of state.members.values())
    if (reentry !== 'none' || upgradesOffered(state, id).length > 0) ids.add(id)
  // By age: whoever loads the same circle numbers its people alike.
  return [...ids].sort()
}

function mayGoUp(state: CircleState, memberId: string): boolean {
  return state.members.get(memberId)?.status === 'approved'
}

function completeTurns(state: CircleState, memberId: string, level: Level): number {
  let count = 0
  for (const turn of state.turns.values())
    if (turn.memberId === memberId && turn.level === level && turn.status === 'complete') count += 1
  return count
}

function finalPayments(obligations: readonly Obligation[], memberId: string): number {
  return obligations.filter((owed) => owed.memberId === memberId && owed.type === 'FINAL_PAYMENT_N3').length
}

/** The positions of a first queue that a circle has. */
export const POSITIONS = CAPACITY
