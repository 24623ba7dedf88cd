import type { Plan } from '#circle/plan.ts'
import type { SimulationSettings } from '#circle/simulation/settings.ts'
import type { OutcomeFigures } from '#contracts/outcome-points.ts'
import type { OutcomePoint } from '#contracts/simulation.ts'

/**
 * A request to the worker: the figures that a circle shows of its plan, or the last month of the reader's own
 * settings.
 */
export type SimulationRequest =
  | { readonly kind: 'outcome'; readonly plan: Plan; readonly members: number }
  | { readonly kind: 'futures'; readonly settings: SimulationSettings; readonly futures: number }

export type Quantiles = { readonly median: OutcomePoint; readonly low: OutcomePoint; readonly high: OutcomePoint }

export type SimulationResult =
  | ({ readonly kind: 'outcome' } & OutcomeFigures)
  | ({ readonly kind: 'futures' } & Quantiles)

export type WorkerMessage =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'found'; readonly found: SimulationResult; readonly tookMs: number }
