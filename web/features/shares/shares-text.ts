import { moneyText } from '#contracts/money-text.ts'
import type { CircleInfo } from '#contracts/entities/circle.ts'
import { countText } from '#web/text/numbers.ts'
import type { Shares } from './api.ts'

const PLACES = ['um lugar', 'dois lugares', 'três lugares'] as const
const TIMES = ['uma vez', 'duas vezes', 'três vezes'] as const

export const placesText = (count: number): string => PLACES[count - 1]!

/**
 * A person's own outcome with so many places, by the plan that they accepted: 'Você dá R$ 200,00 por mês, por 10 meses, e recebe
 * R$ 1.000,00 duas vezes.'
 */
export function sharesOutcome({ levels: [level] }: Pick<CircleInfo['plan'], 'levels'>, count: number): string {
  const { donation: amount, required: months } = level!
  return `Você dá ${moneyText(amount * count)} por mês, por ${countText(months, 'mês', 'meses')}, e recebe ${moneyText(amount * months)} ${TIMES[count - 1]}.`
}

/** The door to them on the first page; null where nothing may be chosen. */
export function sharesLine({ shares, most, why }: Shares): string | null {
  if (why !== null || most === 1) return null
  return shares === 1 ? 'Você tem um lugar na roda. Quer mais?' : `Você tem ${placesText(shares)} na roda`
}
