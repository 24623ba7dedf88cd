import type { Command } from '#circle/circle.ts'
import type { Target } from '#circle/plan.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'

/** One decision's change: the state before and after, its command and events, its time and its circle. */
export type Change = {
  readonly circleId: string
  /** The ledger's new head. */
  readonly head: { readonly seq: number; readonly headHash: string }
  readonly before: CircleState | null
  readonly after: CircleState
  readonly command: Command['kind']
  readonly events: readonly CircleEvent[]
  readonly at: Date
}

/**
 * The values of `after` that are not the same objects as in `before`. The rules replace the objects they change and
 * keep the others, so identity is enough to find the rows to write.
 */
export function changed<T>(before: ReadonlyMap<string, T> | undefined, after: ReadonlyMap<string, T>): T[] {
  return [...after].filter(([id, value]) => before?.get(id) !== value).map(([, value]) => value)
}

/** The column value of an obligation's target: its level, or 0 for the administrative account. */
export function storedTarget(target: Target): number {
  return target === 'administration' ? 0 : target
}
