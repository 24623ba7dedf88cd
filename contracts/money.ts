/** Converts integer centavos to reais, as the API uses them. */
export function reais(amountCents: number): number {
  return amountCents / 100
}

/** Converts reais with at most two decimals to integer centavos. */
export function cents(amount: number): number {
  return Math.round(amount * 100)
}
