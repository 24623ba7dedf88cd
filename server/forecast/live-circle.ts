import type { ContributionCalendar } from '#circle/calendar.ts'
import type { CircleState } from '#circle/state.ts'
import { readCircle } from '#server/circle-store/read-circle.ts'
import type { Services } from '#server/context.ts'

/** A circle as it is now, and the head of the ledger that says so. */
export type LiveCircle = {
  readonly circleId: string
  readonly seq: number
  readonly headHash: string
  readonly calendar: ContributionCalendar | null
  readonly state: CircleState
}

/** Reads a circle's state at one head. In a circle that was closed nobody has a turn ahead, and so no place is foreseen. */
export async function loadLive(services: Services, circleId: string): Promise<LiveCircle> {
  const {
    circle: { seq, headHash, calendar, closedAt },
    state,
  } = await readCircle(services, circleId)
  return { circleId, seq, headHash, calendar, state: closedAt ? { ...state, entries: new Map() } : state }
}
