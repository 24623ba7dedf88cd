import { levelsOf } from './plan.ts'
import type { CircleState } from './state.ts'

type Ending = { readonly behind: number; readonly open: number }

/**
 * Says why a circle cannot be closed yet: how many have not received exactly what they gave, and how much is owed, open or
 * disputed. Null once a rotation is over: then everybody is at zero, and nobody loses by the end.
 */
export function findUnfinished(state: CircleState): Ending | null {
  const members = [...state.members.values()]
  const behind = members.filter(
    ({ given, received }) =>
      given.administration > 0 || levelsOf(state.plan).some((level) => given[level] !== received[level]),
  ).length
  const open = state.obligations.size + state.reports.size
  const isOver =
    behind === 0 && open === 0 && members.some(({ given }) => levelsOf(state.plan).some((n) => given[n] > 0))
  return isOver ? null : { behind, open }
}
