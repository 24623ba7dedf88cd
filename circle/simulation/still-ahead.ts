import { levelPlan } from '../plan.ts'
import { contributionsAsked } from '../rotation.ts'
import { isCounted } from '../shares.ts'
import type { CircleState } from '../state.ts'
import type { ForeseenPlace } from './foreseen.ts'

/** In cents, and by their months (`2027-03`). */
export type StillAhead = {
  readonly giveCents: number
  readonly receiveCents: number
  readonly turns: readonly string[]
}

/**
 * For whoever takes over a member's place, or all of their places: what is still to be given and received in this rotation if
 * everybody pays, and the months of the turns by the forecast (`foresee`), without any where nothing is foreseen; null without a place.
 * A turn that runs has the present month.
 */
export function stillAhead(
  state: CircleState,
  memberId: string,
  foreseen: { readonly periods: readonly string[]; readonly places: readonly ForeseenPlace[] } | null,
): StillAhead | null {
  const own = [...state.entries.values()].filter((entry) => entry.memberId === memberId)
  if (own.length === 0) return null
  const { required, donationCents } = levelPlan(state.plan, 1)
  const whole = required * donationCents * own.length
  const { given, received, givenBefore } = state.members.get(memberId)!
  const before = isCounted(state) ? givenBefore : 0
  const begun = Math.max(contributionsAsked(state, memberId) * donationCents, received[1] - before)
  const cents = before + whole * Math.max(1, Math.ceil(begun / whole))
  const turns = (foreseen?.places ?? []).flatMap(({ entry, had, turns: [turn] }) => {
    // The next turn of a place that had its own is of a rotation on which nobody has agreed.
    if (entry.memberId !== memberId || had || !turn?.begins) return []
    return [turn.running ? foreseen!.periods[0]! : turn.begins]
  })
  return { giveCents: cents - given[1], receiveCents: cents - received[1], turns }
}
