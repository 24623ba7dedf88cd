/** Reais, as the API speaks them, from integer centavos. */
export function reais(amountCents: number): number {
  return amountCents / 100
}

/** Integer centavos from reais with at most two decimals. */
export function cents(amount: number): number {
  return Math.round(amount * 100)
}
