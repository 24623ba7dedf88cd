import { once } from '#circle/once.ts'

const reais = once(() => new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }))

/** An amount of reais as Brazilians write it: `R$ 1.600,00`. */
export function moneyText(amount: number): string {
  return reais().format(amount)
}

/** An amount of centavos, written as reais. */
export function centsText(cents: number): string {
  return moneyText(cents / 100)
}
