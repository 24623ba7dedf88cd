import { moneyText } from '#contracts/money-text.ts'
import type { OutcomePath, OutcomePoint, PlanOutcome } from '#contracts/simulation.ts'
import { countText } from '#web/text/numbers.ts'
import { peopleText, pointsWith } from './outcome.ts'
import { halfOf, pathUntil, pathWith } from './stopping.ts'

/** A point of an outcome as it is drawn: who stands where at the end of a month. */
export type Standing = Pick<OutcomePoint, 'months' | 'behind' | 'even' | 'ahead'>

/**
 * The month in which a roda ends where everybody pays: nothing is told of later ones. Null for plans of several levels,
 * for a roda longer than what was followed, and for figures kept from before a turn was told with them.
 */
export function endOf(outcome: PlanOutcome): number | null {
  return outcome.plan.turn ? (pathWith(outcome, 0)?.zero_month ?? null) : null
}

/** The way of a plan with one share of missed contributions, never past a roda's end. Null: it was not computed. */
export function pathToEnd(outcome: PlanOutcome, missed: number): OutcomePath | null {
  const path = pathWith(outcome, missed)
  return path && pathUntil(path, endOf(outcome))
}

/**
 * The outcome of a roda as people would say it: what one gives and receives, when everybody is at zero, and what is lost
 * if it stops half-way. Null where `endOf` is.
 */
export function rodaSentence(outcome: PlanOutcome, missed: number): string | null {
  const end = endOf(outcome)
  const path = pathWith(outcome, missed)
  const { turn } = outcome.plan
  if (end === null || !path || !turn) return null
  const { donation, required } = turn
  const whole = `Você dá ${moneyText(donation)} por mês, por ${countText(required, 'mês', 'meses')}, e recebe ${moneyText(donation * required)} uma vez.`
  const half = halfOf(end)
  const [behind, furthest] = [path.behind[half - 1]!, path.furthest[half - 1]!]
  const without = `de ${outcome.members} pessoas ${behind < 2 ? 'fica' : 'ficam'}`
  const stopped =
    behind === 0
      ? `Se parar no mês ${half}, ninguém perde.`
      : `Se parar no mês ${half}, ${peopleText(behind)} ${without} sem ${moneyText(furthest)}, no máximo.`
  return `${whole} ${atTheEnd(outcome, missed, end)} ${stopped}`
}

/**
 * The sums that each place of a roda could keep of the others' money, in reais, by stopping when it has received, in the order of
 * the turns. A place has everything in the first month in which the months so far pay for it and all before it, and need
 * not have given anything of that month's yet.
 */
export function stoppingGains({ members, plan: { turn } }: PlanOutcome): readonly number[] | null {
  if (!turn) return null
  const { donation, required } = turn
  return Array.from({ length: members }, (_, index) => {
    const month = Math.ceil((required * (index + 1)) / members)
    return donation * (required - month + 1)
  })
}

/** The two ends of `stoppingGains`, in a sentence. */
export function stoppingGain(outcome: PlanOutcome): string | null {
  const gains = stoppingGains(outcome)
  if (!gains) return null
  const [most, least] = [gains[0]!, gains.at(-1)!].map(moneyText)
  return `Quem recebe primeiro e deixa de pagar fica com até ${most} dos outros. Quem recebe por último, com até ${least}.`
}

function atTheEnd(outcome: PlanOutcome, missed: number, end: number): string {
  if (missed === 0) return `No mês ${end} todos estão em zero.`
  const waiting = pathWith(outcome, missed)!.behind[end - 1]!
  const share = `Se ${missed}% das contribuições faltarem`
  if (waiting === 0) return `${share}, no mês ${end} ninguém fica para trás.`
  const wait = waiting < 2 ? 'pessoa ainda espera' : 'pessoas ainda esperam'
  return `${share}, no mês ${end} ${peopleText(waiting)} ${wait} receber o que falta.`
}

/** A roda at its half and at its end, to be drawn; a plan of several levels at the points that were simulated. */
export function standingsOf(outcome: PlanOutcome, missed: number): Standing[] {
  const end = endOf(outcome)
  const path = pathWith(outcome, missed)
  if (end === null || !path) return pointsWith(outcome, missed)
  return [...new Set([halfOf(end), end])].map((months) => ({
    months,
    behind: path.behind[months - 1]!,
    even: path.even[months - 1]!,
    ahead: path.ahead[months - 1]!,
  }))
}
