import type { OutcomePoint, PlanOutcome } from '#contracts/simulation.ts'
import { moneyText } from '#web/text/money.ts'
import { countText } from '#web/text/numbers.ts'

const counts = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })

/** How many people: `5`, `4,7`. */
export function peopleText(count: number): string {
  return counts.format(count)
}

/**
 * One side of a balance with its count, agreeing in number: '1 recebeu mais do que doou', '5 receberam mais do que
 * doaram'.
 */
export function balanceText(side: 'behind' | 'even' | 'ahead', count: number): string {
  const [one, many] = {
    behind: ['doou mais do que recebeu', 'doaram mais do que receberam'],
    even: ['está em zero', 'estão em zero'],
    ahead: ['recebeu mais do que doou', 'receberam mais do que doaram'],
  }[side] as [string, string]
  return `${peopleText(count)} ${isSingular(count) ? one : many}`
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

/** Sums up one point of an outcome in a sentence. */
export function outcomeSentence(
  { members }: Pick<PlanOutcome, 'members'>,
  { months, missed, completed, behind, median }: OutcomePoint,
): string {
  const paying = missed === 0 ? 'Com todos pagando' : `Com ${missed}% das contribuições não pagas`
  const [first, second, third] = completed.map((count) => (count === 0 ? 'ninguém' : peopleText(count)))
  const completes = isSingular(completed[0]) ? 'completa' : 'completam'
  const levels = `de ${members} pessoas, ${first} ${completes} o nível 1, ${second} o nível 2 e ${third} o nível 3`
  const between =
    median === 0
      ? 'quem está no meio tem o que doou'
      : median < 0
        ? `quem está no meio doou ${moneyText(-median)} a mais do que recebeu`
        : `quem está no meio recebeu ${moneyText(median)} a mais do que doou`
  const given = behind === 0 ? 'ninguém doou mais do que recebeu' : balanceText('behind', behind)
  return `${paying}, em ${countText(months, 'mês', 'meses')}, ${levels}; ${given}, e ${between}.`
}

/** The point that stands for a plan where there is room for one: everybody pays, after the longest time simulated. */
export function summaryPoint(outcome: PlanOutcome): OutcomePoint {
  return pointsWith(outcome, 0).at(-1)!
}

/** The rows of the table of an outcome: a label and the text for a point. */
export const outcomeRows: readonly (readonly [string, (point: OutcomePoint) => string])[] = [
  ['Completam o nível 1', ({ completed }) => peopleText(completed[0])],
  ['Completam o nível 2', ({ completed }) => peopleText(completed[1])],
  ['Completam o nível 3', ({ completed }) => peopleText(completed[2])],
  ['Doaram mais do que receberam', ({ behind }) => peopleText(behind)],
  ['Quem está no meio', ({ median }) => moneyText(median)],
  ['Quem ficou pior', ({ worst }) => moneyText(worst)],
  ['Quem ficou melhor', ({ best }) => moneyText(best)],
  ['Conta administrativa', ({ administration }) => moneyText(administration)],
]
