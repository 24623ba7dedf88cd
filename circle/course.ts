import { levelPlan } from './plan.ts'
import type { Holders } from './shares.ts'
import { COUNTED_SINCE, holdersOf, isCounted, monthsOf, needOf, slackOf, standingOf, wholeOf } from './shares.ts'
import type { CircleMode, CircleState } from './state.ts'

// In a rotation of a real roda each person gives as many contributions as a turn has, for each of their places, and receives
// as many: whoever missed a month is asked again, and alone at the end, and nobody has a second turn before (docs/decisions/098).

const LEVEL = 1

/** The founding of a real circle says it; that of a demonstration does not, nor did any before. */
export function countingOf({ mode, rules = 1 }: { mode: CircleMode; rules?: number | undefined }): { rules?: number } {
  return mode === 'real' && rules >= COUNTED_SINCE ? { rules: COUNTED_SINCE } : {}
}

/** The members who come before the order, and those who have received all of this rotation, where that is counted. */
export function courseOf(state: CircleState): { must: ReadonlySet<string>; served: ReadonlySet<string> } {
  const holders = holdersOf(state)
  const { required } = levelPlan(state.plan, LEVEL)
  const standing = standingOf(holders, required)
  const those = (isMeant: (one: number) => boolean) => new Set(holders.memberIds.filter((_, one) => isMeant(one)))
  const must = those((one) => slackOf(holders, one, standing) === 0)
  return { must, served: those((one) => holders.isByPerson && needOf(holders, one, standing.whole) === 0) }
}

/**
 * How many contributions a month asks of each holder, at most one for each place: of nobody who has given all of this rotation,
 * nor while there is nobody else to receive it. Null where a roda is not counted so, and everybody is asked.
 */
export function dueOf(state: CircleState): ReadonlyMap<string, number> | null {
  if (!isCounted(state)) return null
  const holders = holdersOf(state)
  const members = holders.memberIds.map((id) => state.members.get(id)!)
  const ahead = members.map((member) => member.ahead.length)
  const isOut = members.map(({ isPassedOver }) => isPassedOver)
  const due = monthOf(holders, levelPlan(state.plan, LEVEL).required, { ahead, isOut })
  return new Map(holders.memberIds.map((id, one) => [id, due[one]!]))
}

/** The same by index: `ahead` counts the months that a holder gave before they were asked for, `isOut` is served by nobody. */
export function monthOf(
  holders: Holders,
  required: number,
  { ahead, isOut }: { ahead: ArrayLike<number>; isOut?: readonly boolean[] },
): number[] {
  const { places, asked } = holders
  const whole = wholeOf(monthsOf(holders, ahead), required)
  const needs = Array.from(places, (_, one) => (isOut?.[one] ? 0 : needOf(holders, one, whole)))
  const all = needs.reduce((sum, need) => sum + need, 0)
  return needs.map((need, one) => {
    const left = places[one]! * whole - asked[one]! + ahead[one]!
    return all > need ? Math.max(0, Math.min(left, places[one]!)) : 0
  })
}

/** Whether anybody but this donor has still to receive in this rotation, also whoever lost their place and may come back. */
export function isReceivable(state: CircleState, donorId: string): boolean {
  if (isAwaited(state, donorId)) return true
  const holders = holdersOf(state)
  const { whole } = standingOf(holders, levelPlan(state.plan, LEVEL).required)
  const isOpen = (id: string, one: number) => needOf(holders, one, whole) > 0 && !state.members.get(id)!.isPassedOver
  return holders.memberIds.some((id, one) => id !== donorId && isOpen(id, one))
}

/** Whether somebody without a place gave more than they received: they may come back to it. */
export function isAwaited({ members, entries }: CircleState, exceptId: string | null = null): boolean {
  const held = new Set([...entries.values()].map(({ memberId }) => memberId))
  return [...members.values()].some(
    ({ id, given, received }) => id !== exceptId && !held.has(id) && given[LEVEL] > received[LEVEL],
  )
}
