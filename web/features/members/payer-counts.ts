export type PayerCounts = { readonly late: number; readonly unpaid: number }

/** How many people are late with a payment, and how many have not paid what is not late: each counts once in either. */
export function payerCounts(standings: ReadonlyMap<string, PayerCounts>): PayerCounts {
  const all = [...standings.values()]
  return {
    late: all.filter(({ late }) => late > 0).length,
    unpaid: all.filter(({ unpaid }) => unpaid > 0).length,
  }
}
