import { readStored } from './storage.ts'

// Text that is typed and not yet sent. A phone that is put away drops the page to save memory, and loads it anew when it
// is taken up again: the tab's own storage outlives that, and ends with the tab.

const PREFIX = 'rascunho:'
const keyOf = (name: string) => `${PREFIX}${readStored().user?.id ?? ''}:${name}`

/** The text that the signed-in person typed under a name, or null. */
export function loadDraft<Typed>(name: string): Typed | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as Typed | null
  } catch {
    // An unreadable draft is treated like none.
    return null
  }
}

/** Keeps what was typed under a name; null forgets it. */
export function saveDraft(name: string, typed: unknown): void {
  try {
    if (typed === null) sessionStorage.removeItem(keyOf(name))
    else sessionStorage.setItem(keyOf(name), JSON.stringify(typed))
  } catch {
    // A full or forbidden storage costs the draft at a reload, not what is on screen.
  }
}

/** Forgets everything that anybody typed in this tab, as signing out does. */
export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage).filter((each) => each.startsWith(PREFIX)))
    sessionStorage.removeItem(key)
}
