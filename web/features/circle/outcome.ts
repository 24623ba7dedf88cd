import { once } from '#circle/once.ts'
import { moneyText } from '#contracts/money-text.ts'
import type { OutcomePoint, PlanOutcome } from '#contracts/simulation.ts'
import { countText } from '#web/text/numbers.ts'

const counts = once(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }))

/** How many people: `5`, `4,7`. */
export function peopleText(count: number): string {
  return counts().format(count)
}

/**
 * One side of a balance with its count, agreeing in number: '1 recebeu mais do que doou', '5 receberam mais do que
 * doaram', 'ninguém doou mais do que recebeu'.
 */
export function balanceText(side: 'behind' | 'even' | 'ahead', count: number): string {
  const [one, many] = {
    behind: ['doou mais do que recebeu', 'doaram mais do que receberam'],
    even: ['está em zero', 'estão em zero'],
    ahead: ['recebeu mais do que doou', 'receberam mais do que doaram'],
  }[side] as [string, string]
  return `${count === 0 ? 'ninguém' : peopleText(count)} ${isSingular(count) ? one : many}`
}

/** Portuguese counts everything below two in the singular: 'nenhuma pessoa completa', '1,5 pessoa completa'. */
export function isSingular(count: number): boolean {
  return count < 2
}

/** The points of an outcome with one share of missed contributions, by month. */
export function pointsWith({ points }: PlanOutcome, missed: number): OutcomePoint[] {
  return points.filter((point) => point.missed === missed).toSorted((a, b) => a.months - b.months)
}

export function sharesOf({ points }: PlanOutcome): number[] {
  return [...new Set(points.map(({ missed }) => missed))].toSorted((a, b) => a - b)
}

type Told = Pick<PlanOutcome, 'members'> & { readonly plan: Pick<PlanOutcome['plan'], 'balanced'> }

/**
 * Sums up one point of an outcome. In a balanced plan whoever is behind has a turn still to come: that is said with it,
 * since a point in the middle of a turn reads otherwise as a loss.
 */
export function outcomeSentence(
  { members, plan }: Told,
  { months, missed, completed, behind, median }: OutcomePoint,
): string {
  const paying = missed === 0 ? 'Com todos pagando' : `Com ${missed}% das contribuições não pagas`
  const levels = `de ${members} pessoas, ${completedText(completed)}`
  const between =
    median === 0
      ? 'quem está no meio tem o que doou'
      : median < 0
        ? `quem está no meio doou ${moneyText(-median)} a mais do que recebeu`
        : `quem está no meio recebeu ${moneyText(median)} a mais do que doou`
  const given = balanceText('behind', behind)
  const still = plan.balanced && behind > 0 ? ` ${missed === 0 ? UNDER_WAY : UNDER_WAY_LATE}` : ''
  return `${paying}, em ${countText(months, 'mês', 'meses')}, ${levels}; ${given}, e ${between}.${still}`
}

const UNDER_WAY = 'A volta ainda está em curso: quem doou mais do que recebeu ainda tem a sua vez de receber.'
const UNDER_WAY_LATE =
  'A volta ainda está em curso, e o que não é pago a atrasa: quem doou mais do que recebeu ainda espera a sua vez.'

/** How many complete one level: 'Com todos pagando, em 24 meses 5 de 100 pessoas completam o nível 2.' */
export function reachedText(outcome: PlanOutcome, level: number): string {
  const { months, completed } = summaryPoint(outcome)
  const reached = completed[level - 1] ?? 0
  const people = reached === 0 ? 'nenhuma' : peopleText(reached)
  const verb = isSingular(reached) ? 'completa' : 'completam'
  return `Com todos pagando, em ${countText(months, 'mês', 'meses')} ${people} de ${outcome.members} pessoas ${verb} o nível ${level}.`
}

/**
 * How many complete each level of the plan: '100 completam o nível 1, 5 o nível 2 e ninguém o nível 3'; with one level
 * there is nothing to go up to, only a turn: '12 completam a sua vez de receber'.
 */
function completedText(completed: readonly number[]): string {
  if (completed.length === 1) {
    const [count] = completed as [number]
    return `${count === 0 ? 'ninguém' : peopleText(count)} ${isSingular(count) ? 'completa' : 'completam'} a sua vez de receber`
  }
  const parts = completed.map((count, index) => {
    const verb = index > 0 ? '' : isSingular(count) ? 'completa ' : 'completam '
    return `${count === 0 ? 'ninguém' : peopleText(count)} ${verb}o nível ${index + 1}`
  })
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}`
}

/** The point that stands for a plan where there is room for one: everybody pays, after the longest time simulated. */
export function summaryPoint(outcome: PlanOutcome): OutcomePoint {
  return pointsWith(outcome, 0).at(-1)!
}

type OutcomeRow = readonly [string, (point: OutcomePoint) => string]

/** The rows of the table of an outcome: a label and the text for a point. Each level of the plan has one. */
export function outcomeRowsOf(levels: number): OutcomeRow[] {
  const completed = Array.from({ length: levels }, (_, index): OutcomeRow => [
    levels === 1 ? 'Completam a sua vez' : `Completam o nível ${index + 1}`,
    (point) => peopleText(point.completed[index] ?? 0),
  ])
  // Of one level nothing goes to the administration.
  return [...completed, ...(levels === 1 ? moneyRows.slice(0, -1) : moneyRows)]
}

const moneyRows: readonly OutcomeRow[] = [
  ['Doaram mais do que receberam', ({ behind }) => peopleText(behind)],
  ['Quem está no meio', ({ median }) => moneyText(median)],
  ['Quem ficou pior', ({ worst }) => moneyText(worst)],
  ['Quem ficou melhor', ({ best }) => moneyText(best)],
  ['Conta administrativa', ({ administration }) => moneyText(administration)],
]
