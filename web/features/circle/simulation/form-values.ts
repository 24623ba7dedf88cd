import type { Plan } from '#circle/plan.ts'
import { settingsFaults } from '#circle/simulation/settings.ts'
import type { SimulationSettings } from '#circle/simulation/settings.ts'
import type { OutcomeFigures } from '#contracts/outcome-points.ts'
import type { OutcomePath, OutcomePoint, PlanOutcome } from '#contracts/simulation.ts'

/** The typed values of the form: whole numbers as texts, shares in percent. */
export type FormValues = Record<'members' | 'months' | 'missed' | 'accepted' | 'seed' | 'futures', string>

/** The first questions are about the circle whose outcome is shown. `end`: the month in which a roda ends. */
export const valuesOf = (
  { members, points }: Pick<PlanOutcome, 'members' | 'points'>,
  end: number | null = null,
): FormValues => ({
  members: String(members),
  months: String(end ?? Math.max(...points.map(({ months }) => months))),
  missed: '5',
  accepted: '100',
  seed: '1',
  futures: '200',
})

export type ParsedSettings = { readonly settings: SimulationSettings; readonly futures: number }

/**
 * The settings that were typed, or why they can't be simulated, in words. `end`: the month in which a roda ends, after which there
 * is nothing to ask.
 */
export function parseSettings(
  plan: Plan,
  typed: FormValues,
  end: number | null = null,
): ParsedSettings | { readonly fault: string } {
  const settings: SimulationSettings = {
    plan,
    members: numberOf(typed.members),
    months: numberOf(typed.months),
    missed: numberOf(typed.missed) / 100,
    accepted: numberOf(typed.accepted) / 100,
    seed: numberOf(typed.seed),
  }
  const futures = numberOf(typed.futures)
  const fault =
    shareFault('Contribuições não pagas', typed.missed) ??
    shareFault('Avanços aceitos', typed.accepted) ??
    settingsFaults(settings, futures)[0] ??
    (end !== null && settings.months > end ? endFault(end) : undefined)
  return fault === undefined ? { settings, futures } : { fault }
}

/** How many figures of one's own sum are not those that were shown; a point that only one side has counts whole. */
export function differences(shown: OutcomeFigures, own: OutcomeFigures): number {
  return differingPoints(shown.points, own.points) + differingPaths(shown.paths, own.paths)
}

function differingPaths(shown: readonly OutcomePath[], own: readonly OutcomePath[]): number {
  const figures = (path: OutcomePath | undefined) => (path ? Object.values(path).flat() : [])
  return [...shown.keys(), ...own.keys()]
    .filter((index, at, all) => all.indexOf(index) === at)
    .reduce((sum, index) => {
      const [told, found] = [figures(shown[index]), figures(own[index])]
      const longer = told.length > found.length ? told : found
      return sum + longer.filter((_, at) => told[at] !== found[at]).length
    }, 0)
}

function differingPoints(shown: readonly OutcomePoint[], own: readonly OutcomePoint[]): number {
  const figures = (point: OutcomePoint) => [
    ...point.completed,
    point.ahead,
    point.even,
    point.behind,
    point.median,
    point.worst,
    point.best,
    point.given,
    point.administration,
  ]
  const keyOf = ({ months, missed }: OutcomePoint) => `${months} ${missed}`
  const ownByKey = new Map(own.map((point) => [keyOf(point), figures(point)]))
  const shownKeys = new Set(shown.map(keyOf))
  const differing = shown.map((point) => {
    const others = ownByKey.get(keyOf(point))
    return figures(point).filter((figure, index) => figure !== others?.[index]).length
  })
  const missing = own.filter((point) => !shownKeys.has(keyOf(point))).map((point) => figures(point).length)
  return [...differing, ...missing].reduce((sum, count) => sum + count, 0)
}

const endFault = (end: number) => `A roda termina no mês ${end}: os meses são um número inteiro, de 1 a ${end}.`

function shareFault(what: string, text: string): string | undefined {
  const value = numberOf(text)
  return Number.isInteger(value) && value >= 0 && value <= 100 ? undefined : `${what}: um número inteiro de 0 a 100.`
}

// An empty field is no number, where Number('') would be 0.
function numberOf(text: string): number {
  return /^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN
}
