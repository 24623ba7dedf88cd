import type { Plan } from '#circle/plan.ts'
import type { SimulationSettings } from '#circle/simulation/settings.ts'
import type { OutcomePoint } from '#contracts/simulation.ts'

/** The nine points that a circle shows of its plan, again; or futures of settings of one's own, read at their last month. */
export type Ask =
  | { readonly kind: 'outcome'; readonly plan: Plan; readonly members: number }
  | { readonly kind: 'futures'; readonly settings: SimulationSettings; readonly futures: number }

export type Readings = { readonly median: OutcomePoint; readonly low: OutcomePoint; readonly high: OutcomePoint }

export type Found =
  | { readonly kind: 'outcome'; readonly points: readonly OutcomePoint[] }
  | ({ readonly kind: 'futures' } & Readings)

export type FromWorker =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'found'; readonly found: Found; readonly tookMs: number }
