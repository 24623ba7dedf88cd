import { eq } from 'drizzle-orm'
import type { ContributionCalendar } from '#circle/calendar.ts'
import type { CircleState } from '#circle/state.ts'
import { loadState } from '#server/circle-store/load.ts'
import type { Services } from '#server/context.ts'
import { transaction } from '#server/database/transaction.ts'
import { circles } from '#server/tables/circles.ts'

/** A circle as it is now, and the head of the ledger that says so. */
export type LiveCircle = {
  readonly circleId: string
  readonly seq: number
  readonly headHash: string
  readonly calendar: ContributionCalendar | null
  readonly state: CircleState
}

/** Loads a circle's state at one head, from the cache where that is of the same head. */
export async function loadLive({ db, stateCache }: Services, circleId: string): Promise<LiveCircle> {
  return transaction(db, async (tx) => {
    const [circle] = await tx.select().from(circles).where(eq(circles.id, circleId))
    const { seq, headHash, calendar } = circle!
    const known = stateCache.get(circleId)
    const isFresh = known?.seq === seq && known.headHash === headHash
    return { circleId, seq, headHash, calendar, state: isFresh ? known.state : await loadState(tx, circle!) }
  })
}
