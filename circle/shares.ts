import { levelPlan } from './plan.ts'
import type { CircleState } from './state.ts'

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

/**
 * Of the holders of a roda's places, by index: their places, and in contributions what was asked of them, waits, and came or is
 * on its way.
 */
export type Holders = Readonly<Record<'places' | 'asked' | 'waiting' | 'received', ArrayLike<number>>>

/**
 * The holders, by index, to whom every contribution of another must go now: what others have still to give in this rotation is
 * just what they need, and the last turn would else be left to be paid by its own receiver. Empty most of the time.
 */
export function whoMustReceive({ places, asked, waiting, received }: Holders, required: number): number[] {
  let months = Infinity
  for (let one = 0; one < places.length; one += 1)
    if (places[one]! > 0) months = Math.min(months, Math.floor(asked[one]! / places[one]!))
  const whole = (Math.floor(Math.max(0, months - 1) / required) + 1) * required
  const need = (one: number) => Math.max(0, places[one]! * whole - received[one]!)
  let needed = 0
  for (let one = 0; one < places.length; one += 1) needed += need(one)
  const must: number[] = []
  for (let one = 0; one < places.length; one += 1)
    if (need(one) > 0 && need(one) + waiting[one]! + places[one]! * (whole - months) >= needed) must.push(one)
  return must
}

/** The members of the first queue with their counts, for `whoMustReceive`. */
export function holdersOf(state: CircleState): Holders & { readonly memberIds: readonly string[] } {
  const { members, obligations, donations } = state
  const { donationCents } = levelPlan(state.plan, LEVEL)
  const places = placesByMember(state)
  const memberIds = [...places.keys()]
  const [asked, waiting, received] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  const add = (to: Map<string, number>, id: string, cents: number) => to.set(id, (to.get(id) ?? 0) + cents)
  for (const id of memberIds) {
    add(asked, id, members.get(id)!.given[LEVEL])
    add(received, id, members.get(id)!.received[LEVEL])
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
  }
}
