/** An assertion: what it says must hold, or there is a bug. Not for refusals, which are expected. */
export function strict(holds: boolean, guarantee: string): void {
  if (!holds) throw new Error(`Broken: ${guarantee}`)
}
