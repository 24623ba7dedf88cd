import type { Plan } from '../plan.ts'
import { planFaults } from '../plan.ts'

/** The input of a run. The same settings and seed give the same run everywhere. */
export type SimulationSettings = {
  readonly plan: Plan
  /** All of them have an N1 place from the first day. */
  readonly members: number
  readonly months: number
  /** Share of monthly contributions that are never paid (0 to 1), drawn for each contribution. */
  readonly missed: number
  /**
   * Share of upgrades that are accepted (0 to 1), drawn for each offer whenever a turn of the member's is completed.
   */
  readonly accepted: number
  /** A whole number from 0 to 2^53 − 1. */
  readonly seed: number
}

export const SIMULATION_LIMITS = {
  members: { min: 2, max: 100 },
  months: { min: 1, max: 120 },
  runs: { min: 1, max: 10_000 },
} as const

/** The reasons why settings cannot be simulated, as Portuguese sentences; an empty list when they can. */
export function settingsFaults(settings: SimulationSettings, runs = 1): string[] {
  const { members, months } = SIMULATION_LIMITS
  return [
    ...wholeFaults('O número de participantes', settings.members, members),
    ...wholeFaults('O número de meses', settings.months, months),
    ...wholeFaults('O número de futuros', runs, SIMULATION_LIMITS.runs),
    ...wholeFaults('A semente', settings.seed, { min: 0, max: Number.MAX_SAFE_INTEGER }),
    ...shareFaults('A parte de contribuições não pagas', settings.missed),
    ...shareFaults('A parte de avanços aceitos', settings.accepted),
    ...planFaults(settings.plan),
  ]
}

export function ensureSimulable(settings: SimulationSettings, runs = 1): void {
  const [fault] = settingsFaults(settings, runs)
  if (fault !== undefined) throw new RangeError(fault)
}

function wholeFaults(what: string, value: number, { min, max }: { min: number; max: number }): string[] {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return []
  return [`${what} deve ser um número inteiro, de ${min} a ${max}.`]
}

function shareFaults(what: string, value: number): string[] {
  return value >= 0 && value <= 1 ? [] : [`${what} deve ir de 0 a 1.`]
}
