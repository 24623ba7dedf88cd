import { eq } from 'drizzle-orm'
import { levelPlan } from '#circle/plan.ts'
import type { CircleState } from '#circle/state.ts'
import { contributionsAsked } from '#circle/rotation.ts'
import { isCounted } from '#circle/shares.ts'
import { foresee } from '#circle/simulation/foreseen.ts'
import { waitsOf } from '#server/forecast/live-circle.ts'
import { reais } from '#contracts/money.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { circles } from '#server/tables/circles.ts'

type Found = { readonly tx: Db | Tx; readonly id: string; readonly state: CircleState; readonly now: number }

/**
 * For whoever takes over a member's place, or all of their places: what is still to be given and received in this rotation if
 * everybody pays, and the months of the turns by the forecast; null without a place. A turn that runs has the present month.
 */
export async function stillAhead({ tx, id, state, now }: Found, memberId: string) {
  const [row] = await tx
    .select({ calendar: circles.calendar, people: circles.people })
    .from(circles)
    .where(eq(circles.id, id))
  return stillOf(state, { now, ...row! }, memberId)
}

type Row = Pick<typeof circles.$inferSelect, 'calendar' | 'people'>

/** The same of a circle that was read. */
export function stillOf(state: CircleState, { now, calendar, people }: Row & { now: number }, memberId: string) {
  const own = [...state.entries.values()].filter((entry) => entry.memberId === memberId)
  if (own.length === 0) return null
  const { required, donationCents } = levelPlan(state.plan, 1)
  const whole = required * donationCents * own.length
  const { given, received, givenBefore } = state.members.get(memberId)!
  const before = isCounted(state) ? givenBefore : 0
  const begun = Math.max(contributionsAsked(state, memberId) * donationCents, received[1] - before)
  const cents = before + whole * Math.max(1, Math.ceil(begun / whole))
  const foreseen = waitsOf(state, people) ? null : foresee(state, { now, calendar })
  const turns = (foreseen?.places ?? []).flatMap(({ entry, had, turns: [turn] }) => {
    // The next turn of a place that had its own is of a rotation on which nobody has agreed.
    if (entry.memberId !== memberId || had || !turn?.begins) return []
    return [turn.running ? foreseen!.periods[0]! : turn.begins]
  })
  return { give: reais(cents - given[1]), receive: reais(cents - received[1]), turns }
}
