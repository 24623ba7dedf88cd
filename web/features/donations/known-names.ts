import { hashText } from '#web/api/hash-text.ts'

// The names under which this device saw the people of its own donations. The ledger knows ids alone: whoever owns the machine could
// put the name of somebody trusted beside another's id. Only hashes are kept, so that they may stay after signing out.

const KEY = 'ciranda-nomes'
const KEPT_MAX = 300

export type KnownNames = Readonly<Record<string, string>>

/** Whether a person is shown under another name than the one that this device knows them by. */
export function isRenamed(known: KnownNames, id: string, name: string): boolean {
  const before = known[id]
  return before !== undefined && before !== markOf(id, name)
}

/** Whether somebody whom this device does not know is shown under the name by which it knows another. */
export function isBorrowed(known: KnownNames, id: string, name: string): boolean {
  return known[id] === undefined && Object.entries(known).some(([other, mark]) => mark === markOf(other, name))
}

/** The names with one more, which replaces that person's former one. The oldest go first. */
export function withName(known: KnownNames, id: string, name: string): KnownNames {
  const { [id]: _, ...others } = known
  return Object.fromEntries([...Object.entries(others), [id, markOf(id, name)]].slice(-KEPT_MAX))
}

export function readKnownNames(): KnownNames {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as KnownNames) : {}
  } catch {
    return {}
  }
}

export function keepName(id: string, name: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withName(readKnownNames(), id, name)))
  } catch {
    // A device that stores nothing knows nobody by name.
  }
}

export function clearKnownNames(): void {
  localStorage.removeItem(KEY)
}

/** Another spelling of capitals or spaces is no other name. */
function markOf(id: string, name: string): string {
  return hashText(`${id} ${name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase('pt-BR')}`)
}
