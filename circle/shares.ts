import { takesParts } from './parts.ts'
import { levelPlan } from './plan.ts'
import type { CircleState, Entry } from './state.ts'

// Somebody takes several places of a roda, each with its own turn and contribution (docs/decisions/086).

/** How many places one person may take. */
export const SHARES_MAX = 3

const LEVEL = 1

/**
 * Says why a roda's plan cannot run with its places, where somebody has several: whoever has the most must find enough others
 * for a whole turn, and for everything that they give. Null where it can.
 */
export function sharesMisfit(state: CircleState): { places: number; most: number; monthsMax: number } | null {
  const counts = [...placesByMember(state).values()]
  const most = Math.max(0, ...counts)
  if (most < 2) return null
  const places = counts.reduce((sum, count) => sum + count, 0)
  const monthsMax = places < 2 * most ? 0 : places - most
  return levelPlan(state.plan, LEVEL).required > monthsMax ? { places, most, monthsMax } : null
}

/** Whether anybody has several places of the first queue. */
export function hasShares(state: Pick<CircleState, 'entries'>): boolean {
  return placesByMember(state).size < [...state.entries.values()].filter(({ level }) => level === LEVEL).length
}

/** How many places each member has in the first queue. */
export function placesByMember({ entries }: Pick<CircleState, 'entries'>): Map<string, number> {
  const places = new Map<string, number>()
  for (const { memberId, level } of entries.values())
    if (level === LEVEL) places.set(memberId, (places.get(memberId) ?? 0) + 1)
  return places
}

/** Somebody's places as they would keep them, who gives some back: the oldest first, and of those made together the last in the order. */
export function heldLongest(own: readonly Entry[]): readonly Entry[] {
  return own.toSorted((a, b) => a.createdAt - b.createdAt || b.position - a.position)
}

/** Since which rules a real roda counts each rotation person by person (docs/decisions/098). */
export const COUNTED_SINCE = 5

/** Whether each person of a roda is asked for as much as the others, and given as much, in each rotation. */
export function isCounted(state: Pick<CircleState, 'rules' | 'plan'>): boolean {
  return state.rules >= COUNTED_SINCE && takesParts(state)
}

/**
 * Of the holders of a roda's places, by index: their places, and in contributions what was asked of them, waits, and came or is
 * on its way.
 */
export type Holders = Readonly<Record<'places' | 'asked' | 'waiting' | 'received', ArrayLike<number>>> & {
  /** Whether each is counted for themselves, in this rotation alone (circle/course.ts). */
  readonly isByPerson: boolean
}

/**
 * Where the holders of a roda's places are: the months that everybody was asked for, those to the end of the rotation that they
 * are in, and what all have still to receive in it.
 */
export type Standing = { readonly months: number; readonly whole: number; readonly needed: number }

export function standingOf(holders: Holders, required: number): Standing {
  const months = monthsOf(holders)
  const whole = wholeOf(months - 1, required)
  let needed = 0
  for (let one = 0; one < holders.places.length; one += 1) needed += needOf(holders, one, whole)
  return { months, whole, needed }
}

/** The months that every holder was asked for, less those that they gave `ahead` of their asking. */
export function monthsOf({ places, asked }: Holders, ahead?: ArrayLike<number>): number {
  let months = Infinity
  for (let one = 0; one < places.length; one += 1)
    if (places[one]! > 0) months = Math.min(months, Math.floor((asked[one]! - (ahead?.[one] ?? 0)) / places[one]!))
  return months
}

/**
 * How many contributions of others may still go past one holder. At none every one must go to them: what others have still to give
 * in this rotation is just what they need, and the last turn would else be left to be paid by its own receiver.
 */
export function slackOf(holders: Holders, one: number, { months, whole, needed }: Standing): number {
  const { places, asked, waiting, isByPerson } = holders
  const need = needOf(holders, one, whole)
  if (need === 0) return Infinity
  const left = isByPerson ? Math.max(0, places[one]! * whole - asked[one]!) : places[one]! * (whole - months)
  return Math.max(0, needed - need - waiting[one]! - left)
}

/**
 * The contributions that one holder has still to receive until so many months were asked for; all that they gave, where they came
 * back to fewer places than they had.
 */
export function needOf({ places, asked, received, isByPerson }: Holders, one: number, whole: number): number {
  const months = places[one]! * whole
  return Math.max(0, (isByPerson ? Math.max(months, asked[one]!) : months) - received[one]!)
}

/** The months of all rotations to the end of that in which a month is, from 0. */
export function wholeOf(month: number, required: number): number {
  return (Math.floor(Math.max(0, month) / required) + 1) * required
}

/** The members of the first queue with their counts, for `slackOf`. */
export function holdersOf(state: CircleState): Holders & { readonly memberIds: readonly string[] } {
  const { members, obligations, donations } = state
  const { donationCents } = levelPlan(state.plan, LEVEL)
  const places = placesByMember(state)
  const memberIds = [...places.keys()]
  const [asked, waiting, received] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  const add = (to: Map<string, number>, id: string, cents: number) => to.set(id, (to.get(id) ?? 0) + cents)
  const counts = isCounted(state)
  for (const id of memberIds) {
    const { given: gave, received: got, givenBefore } = members.get(id)!
    const before = counts ? givenBefore : 0
    add(asked, id, gave[LEVEL] - before)
    add(received, id, got[LEVEL] - before)
  }
  for (const { memberId, amountCents, status } of obligations.values()) {
    add(asked, memberId, amountCents)
    if (status === 'waiting') add(waiting, memberId, amountCents)
  }
  for (const { receiverId, obligationId } of donations.values())
    if (receiverId !== null) add(received, receiverId, obligations.get(obligationId)!.amountCents)
  const whole = (of: Map<string, number>) => memberIds.map((id) => Math.floor((of.get(id) ?? 0) / donationCents))
  return {
    memberIds,
    places: [...places.values()],
    asked: whole(asked),
    waiting: whole(waiting),
    received: whole(received),
    isByPerson: counts,
  }
}
