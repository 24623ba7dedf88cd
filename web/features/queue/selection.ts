/** A choice after a click: clicking again deselects; where only one may be chosen another replaces it, beyond any other maximum a click is ignored. */
export function toggleSelection(chosen: readonly string[], id: string, max: number): readonly string[] {
  if (chosen.includes(id)) return chosen.filter((each) => each !== id)
  if (max === 1) return [id]
  return chosen.length < max ? [...chosen, id] : chosen
}
