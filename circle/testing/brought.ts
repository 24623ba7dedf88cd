import type { BeginningRow } from '../beginning.ts'
import { levelPaysCents, levelPlan } from '../plan.ts'
import type { Plan } from '../plan.ts'

/**
 * Rows of a roda that ran on paper for a while, unevenly: some turns are over, and what they received was given by anybody.
 * `pick` answers a whole number below the given one. Now and then the last turn's row has given too little.
 */
export function broughtRows(plan: Plan, memberIds: readonly string[], pick: (below: number) => number): BeginningRow[] {
  const { donationCents, required } = levelPlan(plan, 1)
  if (memberIds.length < 2) return []
  const over = 1 + pick(memberIds.length - 1)
  const most = Math.min(over, required)
  const given = memberIds.map(() => 0)
  // Of fewer people than a turn has donations nobody can have given so much: such rows are refused.
  for (let left = Math.min(over * required, most * memberIds.length); left > 0; left -= 1) {
    let index = pick(memberIds.length)
    while (given[index] === most) index = (index + 1) % memberIds.length
    given[index]! += 1
  }
  return memberIds.map((memberId, index) => ({
    memberId,
    givenCents: given[index]! * donationCents,
    receivedCents: index < over ? levelPaysCents(levelPlan(plan, 1)) : 0,
  }))
}
