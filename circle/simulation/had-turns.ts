import { levelPlan } from '../plan.ts'
import { holdersOf, needOf, standingOf } from '../shares.ts'
import type { Forecast, ForecastMonth } from './forecast.ts'
import type { CircleState, Entry } from '../state.ts'

/**
 * Which places of a roda that is counted have had their turn of this rotation: the next one foreseen for them is of another, on
 * which nobody has agreed. Somebody with several places has as many turns left as they lack contributions, at those that come
 * first. `places`: the forecast's, of these entries.
 */
export function hadTurns(state: CircleState, queued: readonly Entry[], places: Forecast['places']): readonly boolean[] {
  const holders = holdersOf(state)
  if (!holders.isByPerson) return queued.map(() => false)
  const { required } = levelPlan(state.plan, 1)
  const standing = standingOf(holders, required)
  const left = new Map(holders.memberIds.map((id, one) => [id, needOf(holders, one, standing.whole)]))
  const take = (memberId: string, need: number) => left.set(memberId, left.get(memberId)! - need)
  for (const { memberId, turnId } of queued) {
    const turn = turnId === null ? undefined : state.turns.get(turnId)
    if (turn) take(memberId, turn.required - turn.confirmed - turn.open)
  }
  const month = (index: number): ForecastMonth => places[index]!.turns[0]?.begins ?? null
  const inOrder = queued
    .map((_, index) => index)
    .toSorted((a, b) => (month(a) ?? Infinity) - (month(b) ?? Infinity) || a - b)
  const had = queued.map(() => false)
  for (const index of inOrder) {
    const { memberId, turnId } = queued[index]!
    if (turnId !== null) continue
    had[index] = left.get(memberId)! <= 0
    take(memberId, required)
  }
  return had
}
