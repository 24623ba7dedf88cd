import { counterpartiesOf } from './own-matter.ts'
import { openAccounts } from './short-ending.ts'
import type { CircleState } from './state.ts'
import type { HandOver } from './substitute.ts'

/**
 * Those whom a handing over touches, who hear of it and may object: the two, whoever has an open donation with one of them, and all
 * who gave more than they received, to whom what the place still has to give would go.
 */
export function touchedByHandOver(
  state: CircleState,
  { memberId, newcomerId }: Pick<HandOver, 'memberId' | 'newcomerId'>,
): ReadonlySet<string> {
  const two = new Set([memberId, newcomerId])
  const lenders = openAccounts(state).flatMap((account) => (account.cents > 0 ? [account.memberId] : []))
  return new Set([...two, ...counterpartiesOf(state, two), ...lenders])
}
