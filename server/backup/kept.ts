import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { namesIn } from '#server/lib/absent.ts'

export type Kept = { readonly name: string; readonly at: number; readonly bytes: number }

/** The nightly backups that lie in the folder, oldest first. Their names say when they were made. */
export async function listKept(folder: string): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const name of await namesIn(folder)) {
    const at = timeIn(name)
    const found = at === null ? null : await stat(path.join(folder, name)).catch(() => null)
    if (at !== null && found) kept.push({ name, at, bytes: found.size })
  }
  return kept.toSorted((a, b) => a.at - b.at)
}

/** The newest of them. One dated after `now` was made while the clock was ahead: it says nothing of today. */
export function newestKept(kept: readonly Kept[], now: number): Kept | undefined {
  return kept.findLast(({ at }) => at <= now)
}

/** A folder that may be on a network disk is waited for so long. */
const ANSWERS_MS_MAX = 1_000
const listings = new Map<string, Promise<readonly Kept[]>>()
const listed = new Map<string, readonly Kept[]>()

/**
 * The same at once, for health and the console: where the folder does not answer, what it held last. It is asked once at a time:
 * every call that hangs holds one of the few threads that a process has for its files.
 */
export async function listKeptSoon(folder: string): Promise<readonly Kept[]> {
  let listing = listings.get(folder)
  if (!listing) {
    listing = listKept(folder)
      .catch(() => [])
      .finally(() => listings.delete(folder))
    listings.set(folder, listing)
    void listing.then((kept) => listed.set(folder, kept))
  }
  const late = wait(ANSWERS_MS_MAX, null, { ref: false }).then(() => listed.get(folder) ?? [])
  return await Promise.race([listing, late])
}

export function nameAt(at: number): string {
  return `ciranda-${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`
}

function timeIn(name: string): number | null {
  const parts = /^ciranda-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(name)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
