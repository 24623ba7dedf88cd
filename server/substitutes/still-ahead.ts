import { eq } from 'drizzle-orm'
import { foresee } from '#circle/simulation/foreseen.ts'
import { stillAhead } from '#circle/simulation/still-ahead.ts'
import type { CircleState } from '#circle/state.ts'
import { reais } from '#contracts/money.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { waitsOf } from '#server/forecast/live-circle.ts'
import { circles } from '#server/tables/circles.ts'

type Found = { readonly tx: Db | Tx; readonly id: string; readonly state: CircleState; readonly now: number }

/** For whoever takes over each of these members' places, what they still give and receive, in reais (circle/simulation/still-ahead.ts). */
export async function tellStillAhead({ tx, id, state, now }: Found, memberIds: readonly string[]) {
  if (memberIds.length === 0) return []
  const [row] = await tx
    .select({ calendar: circles.calendar, people: circles.people })
    .from(circles)
    .where(eq(circles.id, id))
  const { calendar, people } = row!
  const foreseen = waitsOf(state, people) ? null : foresee(state, { now, calendar })
  return memberIds.map((memberId) => {
    const still = stillAhead(state, memberId, foreseen)
    return still && { give: reais(still.giveCents), receive: reais(still.receiveCents), turns: [...still.turns] }
  })
}
