/** A list with one of its items moved to another index; the others keep their order. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from)
  return [...rest.slice(0, to), items[from]!, ...rest.slice(to)]
}

/** The index of the row that a pointer at this height is over; above the first and below the last, the nearest. */
export function dropIndex(rows: readonly { readonly bottom: number }[], y: number): number {
  const index = rows.findIndex(({ bottom }) => y < bottom)
  return index === -1 ? rows.length - 1 : index
}
