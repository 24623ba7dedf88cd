import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Target } from '#circle/plan.ts'
import type { CircleEvent, CircleState } from '#circle/state.ts'

/** What a decision changed: the states around it, its events, when, in which circle. */
export type Change = {
  readonly circleId: string
  readonly before: CircleState | null
  readonly after: CircleState
  readonly events: readonly CircleEvent[]
  readonly at: Date
}

/** The values of `after` that are not the very objects of `before`: the rules replace what they change and leave the rest. */
export function changed<T>(before: ReadonlyMap<string, T> | undefined, after: ReadonlyMap<string, T>): T[] {
  return [...after].filter(([id, value]) => before?.get(id) !== value).map(([, value]) => value)
}

/** In an upsert, the value that the insert would have written. */
export function excluded(column: string): SQL {
  return sql`excluded.${sql.identifier(column)}`
}

/** How a debt's target stands in a column: its level, or 0 for the administrative account. */
export function storedTarget(target: Target): number {
  return target === 'administration' ? 0 : target
}
