/**
 * The selection after a click. A second click deselects; with a maximum of one the new choice replaces the old, and
 * beyond any other maximum a click is ignored.
 */
export function toggleSelection(chosen: readonly string[], id: string, max: number): readonly string[] {
  if (chosen.includes(id)) return chosen.filter((each) => each !== id)
  if (max === 1) return [id]
  return chosen.length < max ? [...chosen, id] : chosen
}
