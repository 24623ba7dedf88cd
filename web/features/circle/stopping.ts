import { moneyText } from '#contracts/money-text.ts'
import type { OutcomePath, PlanOutcome } from '#contracts/simulation.ts'
import { countText } from '#web/text/numbers.ts'
import { balanceText } from './outcome.ts'

/** The way of a plan with one share of missed contributions; null in figures from before the way was computed. */
export function pathWith({ paths }: Pick<PlanOutcome, 'paths'>, missed: number): OutcomePath | null {
  return paths.find((path) => path.missed === missed) ?? null
}

/** The month in the middle of so many, from which stopping is told first. */
export function halfOf(months: number): number {
  return Math.ceil(months / 2)
}

/** The way of a plan up to the end of a month: a roda that is over is followed no further. Null: all of it. */
export function pathUntil(path: OutcomePath, month: number | null): OutcomePath {
  if (month === null) return path
  const { behind, even, ahead, furthest, short, zero_month: zero } = path
  const cut = (values: readonly number[]) => values.slice(0, month)
  return {
    ...path,
    zero_month: zero !== null && zero <= month ? zero : null,
    deepest: Math.max(...cut(furthest)),
    behind: cut(behind),
    even: cut(even),
    ahead: cut(ahead),
    furthest: cut(furthest),
    short: cut(short),
  }
}

/** When everybody is back at zero, and the most that anybody stands behind before: two sentences. */
export function returnText({ missed, zero_month, deepest, behind }: OutcomePath): string {
  const paying = missed === 0 ? 'Se todos pagam' : `Se ${missed}% das contribuições faltam`
  const back =
    zero_month === null
      ? `${paying}, em ${countText(behind.length, 'mês', 'meses')} não há um mês em que todos estejam de volta a zero.`
      : `${paying}, todos estão de volta a zero no fim do mês ${zero_month}.`
  const way =
    deepest === 0
      ? 'No caminho, ninguém fica para trás.'
      : `No caminho, quem fica mais atrás chega a ter doado ${moneyText(deepest)} a mais do que recebeu.`
  return `${back} ${way}`
}

/** Tells what becomes of everybody if the circle stops at the end of a month, counted from 1. */
export function stoppingText(path: OutcomePath, month: number): string {
  const at = month - 1
  const [behind, even, ahead] = [path.behind[at]!, path.even[at]!, path.ahead[at]!]
  const begin = `Se a roda parar no fim do mês ${month}`
  if (behind === 0) return `${begin}, ninguém terá doado mais do que recebeu.`
  const sides = [balanceText('behind', behind), balanceText('even', even), balanceText('ahead', ahead)].join(', ')
  return `${begin}: ${sides}. A quem ficou para trás faltam ${moneyText(path.short[at]!)} ao todo, e a quem mais falta, ${moneyText(path.furthest[at]!)}.`
}
