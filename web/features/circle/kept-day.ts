// The day's checkpoint as this device saw it first. The code that a group compares is worth something because nobody can
// choose the ledger after the group's number was said: so a later answer of the same day does not take its place.

const KEY = 'ciranda-marco-do-dia'

type OfDay = { readonly circle_id: string; readonly day: string; readonly note: string }

/**
 * The note that this device saw first on a day in a circle, and whether the one given now is of another ledger.
 * Cosignatures may have been added to it meanwhile: they do not count.
 */
export function firstOfDay({ circle_id, day, note }: OfDay): { readonly note: string; readonly isOther: boolean } {
  const kept = keptDays().filter((one) => one.day === day)
  const first = kept.find((one) => one.circle_id === circle_id)
  if (first) {
    const isOther = textOf(first.note) !== textOf(note)
    return { note: isOther ? first.note : note, isOther }
  }
  try {
    localStorage.setItem(KEY, JSON.stringify([...kept, { circle_id, day, note }]))
  } catch {
    // A device that stores nothing begins anew at each visit.
  }
  return { note, isOther: false }
}

const textOf = (note: string) => note.slice(0, note.lastIndexOf('\n\n'))

function keptDays(): OfDay[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter(isOfDay) : []
  } catch {
    return []
  }
}

function isOfDay(value: unknown): value is OfDay {
  const { circle_id, day, note } = (value ?? {}) as Record<string, unknown>
  return [circle_id, day, note].every((text) => typeof text === 'string')
}
