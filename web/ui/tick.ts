/**
 * The ticks of a list after one of it is pressed. With shift, everything from the last one pressed to this one takes the
 * state that this one takes; without, this one alone does.
 */
export function ticked(
  now: ReadonlySet<string>,
  list: readonly string[],
  { last, id, isRange }: { last: string | null; id: string; isRange: boolean },
): ReadonlySet<string> {
  const [from, to] = [last === null ? -1 : list.indexOf(last), list.indexOf(id)]
  const touched = isRange && from >= 0 && to >= 0 ? list.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
  const next = new Set(now)
  const isTicking = !now.has(id)
  for (const one of touched) {
    if (isTicking) next.add(one)
    else next.delete(one)
  }
  return next
}
