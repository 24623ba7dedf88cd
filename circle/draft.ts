import type { CircleState, Donation, Entry, EventKind, EventOfKind, Member, Obligation, Turn } from './state.ts'

/** A private copy that events may be applied to in place. Its values are never changed, only replaced. */
export type Draft = {
  mode: CircleState['mode']
  plan: CircleState['plan']
  rules: number
  nextOrder: number
  rotation: number
  rotationFrom: number
  isBroughtIn: boolean
  donationsMade: number
  pulledPeriod: string | null
  pulled: Set<string>
  members: Map<string, Member>
  entries: Map<string, Entry>
  turns: Map<string, Turn>
  obligations: Map<string, Obligation>
  donations: Map<string, Donation>
  reports: CircleState['reports'] extends ReadonlyMap<string, infer R> ? Map<string, R> : never
}

/** The effect of each kind of event on a draft, at its time (epoch ms). */
export type Appliers = {
  readonly [K in EventKind]: (draft: Draft, event: EventOfKind<K>, at: number) => void
}

export function draftOf(state: CircleState): Draft {
  return {
    ...state,
    pulled: new Set(state.pulled),
    members: new Map(state.members),
    entries: new Map(state.entries),
    turns: new Map(state.turns),
    obligations: new Map(state.obligations),
    donations: new Map(state.donations),
    reports: new Map(state.reports),
  }
}

/** A donation may outlive its turn: the place was left while its receipt waited for a person. */
export function changeTurn(draft: Draft, turnId: string | null, to: (turn: Turn) => Partial<Turn>): void {
  if (turnId !== null && draft.turns.has(turnId)) change(draft.turns, turnId, to)
}

/** Replaces what changed of a value; `to` is that, or gives it. */
export function change<T extends object>(
  map: Map<string, T>,
  id: string,
  to: Partial<NoInfer<T>> | ((value: NoInfer<T>) => Partial<NoInfer<T>>),
): void {
  const value = known(map.get(id), id)
  map.set(id, { ...value, ...(typeof to === 'function' ? to(value) : to) })
}

/** A value that a whole ledger has. */
export function known<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`The ledger names an unknown ${what}`)
  return value
}
