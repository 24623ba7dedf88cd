/** How many people are late with a payment, however many donations each of them owes. */
export function lateCount(standings: ReadonlyMap<string, { readonly late: number }>): number {
  return [...standings.values()].filter(({ late }) => late > 0).length
}
