import type { ContributionCalendar } from '#circle/calendar.ts'
import { everAsked } from '#circle/draw.ts'
import { sharesMisfit } from '#circle/shares.ts'
import { closedState } from '#circle/simulation/foreseen.ts'
import type { CircleState } from '#circle/state.ts'
import type { CircleForecast } from '#contracts/forecast.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Services } from '#server/context.ts'
import { offPlanOf } from '#server/pull/first-off-plan.ts'

/** A circle as it is now, and the head of the ledger that says so. */
export type LiveCircle = {
  readonly circleId: string
  readonly seq: number
  readonly headHash: string
  readonly calendar: ContributionCalendar | null
  readonly state: CircleState
  /** Why its first contributions would be refused: until that is mended its plan is of other people, and no turn is foreseen. */
  readonly waits: CircleForecast['waits']
}

/** Reads a circle's state at one head. */
export async function loadLive(services: Services, circleId: string): Promise<LiveCircle> {
  const {
    circle: { seq, headHash, calendar, closedAt, people },
    state,
  } = await readCircle(services, circleId)
  const waits = waitsOf(state, people)
  return { circleId, seq, headHash, calendar, waits, state: closedAt ? closedState(state) : state }
}

/** Why the first contributions of a circle would be refused, for whose number of people its plan was shown. */
export function waitsOf(state: CircleState, people: number | null): CircleForecast['waits'] {
  const offPlan = offPlanOf(state, { people, places: state.entries.size })
  if (offPlan) return offPlan
  const misfit = everAsked(state) ? null : sharesMisfit(state)
  return misfit && { most: misfit.most, places: misfit.places, months: misfit.monthsMax }
}
