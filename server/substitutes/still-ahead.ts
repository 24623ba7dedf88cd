import { eq } from 'drizzle-orm'
import { levelPlan } from '#circle/plan.ts'
import type { CircleState } from '#circle/state.ts'
import { contributionsAsked } from '#circle/rotation.ts'
import { isCounted } from '#circle/shares.ts'
import { forecast } from '#circle/simulation/forecast.ts'
import { BEFORE } from '#circle/simulation/turn-log.ts'
import { waitsOf } from '#server/forecast/live-circle.ts'
import { pullAtOf } from '#circle/simulation/calendar.ts'
import { reais } from '#contracts/money.ts'
import type { Db, Tx } from '#server/database/types.ts'
import { circles } from '#server/tables/circles.ts'

type Found = { readonly tx: Db | Tx; readonly id: string; readonly state: CircleState; readonly now: number }

/**
 * For whoever takes over a member's place, or all of their places: what is still to be given and received in this rotation if
 * everybody pays, and the months of the turns by the forecast; null without a place. A turn that runs has the present month.
 */
export async function stillAhead({ tx, id, state, now }: Found, memberId: string) {
  const own = [...state.entries.values()].filter((entry) => entry.memberId === memberId)
  if (own.length === 0) return null
  const { required, donationCents } = levelPlan(state.plan, 1)
  const whole = required * donationCents * own.length
  const { given, received, givenBefore } = state.members.get(memberId)!
  const before = isCounted(state) ? givenBefore : 0
  const begun = Math.max(contributionsAsked(state, memberId) * donationCents, received[1] - before)
  const cents = before + whole * Math.max(1, Math.ceil(begun / whole))
  const [row] = await tx
    .select({ calendar: circles.calendar, people: circles.people })
    .from(circles)
    .where(eq(circles.id, id))
  const { calendar, people } = row!
  const foreseen = waitsOf(state, people) ? null : forecast({ state, now, pullAt: pullAtOf(calendar) })
  const turns = (foreseen?.places ?? []).flatMap((place) => {
    const begins = place.memberId === memberId ? (place.turns[0]?.begins ?? null) : null
    return begins === null ? [] : [foreseen!.periods[begins === BEFORE ? 0 : begins]!]
  })
  return { give: reais(cents - given[1]), receive: reais(cents - received[1]), turns }
}
