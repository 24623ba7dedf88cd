/** An assertion: what it says must hold, or there is a bug. Not for refusals, which are expected. */
export function invariant(holds: boolean, guarantee: string): void {
  if (!holds) throw new Error(`Broken: ${guarantee}`)
}
