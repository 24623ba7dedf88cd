import { once } from '#circle/once.ts'

const numbers = once(() => new Intl.NumberFormat('pt-BR'))

/** A count as Brazilians write it, with what is counted where that is given: `1.234 lançamentos`, `1 lançamento`. */
export function countText(count: number, one?: string, many?: string): string {
  const noun = count === 1 ? one : many
  return noun ? `${numbers().format(count)} ${noun}` : numbers().format(count)
}
