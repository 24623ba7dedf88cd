import { sha256 } from '@noble/hashes/sha2.js'
import { readRelease, standingOf } from '#circle/pages/release-log.ts'
import type { KnownRelease, Released, Standing } from '#circle/pages/release-log.ts'
import type { PagesList } from '#circle/pages/pages-list.ts'
import { isEd25519 } from '#web/api/checkpoint.ts'

// Kept on this device of the pages that it took: docs/decisions/078-pages-prove-themselves.md.

/** A release that this device serves to itself, and no other until the same key signs a later one. */
export type Pin = KnownRelease & {
  readonly list: PagesList
  /** The files of the releases before, for tabs that were open when the next one came. */
  readonly before: readonly PagesList['files'][]
  /** Since when the server shows a page that is of no release; null while it does not. */
  readonly strangeSince: number | null
  /** When it showed one last; absent in what was kept before this was. */
  readonly strangeAt?: number
  /** Until when the person goes on with the pages kept, although the server shows others. */
  readonly keptUntil: number
}

/** `own`: the person took pages that nobody signed. A device that never saw a release keeps null. */
export type Kept = Pin | { readonly own: true } | null

export const PIN_CACHE = 'ciranda-paginas'
const PLACE = '/pages.json?fixada'
const BEFORE_MAX = 5

export async function readPin(): Promise<Kept> {
  try {
    const kept = await (await caches.open(PIN_CACHE)).match(PLACE)
    return kept ? ((await kept.json()) as Kept) : null
  } catch {
    // A window that keeps nothing pins nothing.
    return null
  }
}

export async function writePin(pin: Kept): Promise<void> {
  await (await caches.open(PIN_CACHE)).put(PLACE, new Response(JSON.stringify(pin)))
}

export const isPinned = (kept: Kept): kept is Pin => kept !== null && !('own' in kept)

/** An answer of a server that fails or is asked too much, or of a proxy before it: it says nothing about the pages. */
export const isFailure = ({ status }: Response): boolean => status >= 500 || status === 429

/** The release that the server says its pages are. Throws where it cannot be asked. */
export async function shownRelease(): Promise<Released | 'unknown' | null> {
  const [pages, log] = await Promise.all([textAt('/pages.json'), textAt('/pages.log')])
  return pages === null ? null : readRelease({ sha256, verify: isEd25519 }, { pages, log })
}

async function textAt(address: string): Promise<string | null> {
  const answer = await fetch(address, { cache: 'no-store' })
  if (isFailure(answer)) throw new Error(`${address} answered ${answer.status}`)
  return answer.ok ? answer.text() : null
}

/**
 * How the server's pages stand to those that this device took, and what it keeps from now on: a later release of the same key, at
 * first sight any. A browser that cannot verify signatures pins nothing.
 */
export function judged(kept: Kept, shown: Released | 'unknown' | null): { standing: Standing | 'unknown'; next: Kept } {
  const pin = isPinned(kept) ? kept : null
  if (shown === 'unknown') return { standing: 'unknown', next: kept }
  const standing = standingOf(pin, shown)
  if (!shown || (standing !== 'first' && standing !== 'newer' && standing !== 'same')) return { standing, next: kept }
  const before =
    pin && standing === 'newer' ? [pin.list.files, ...pin.before].slice(0, BEFORE_MAX) : (pin?.before ?? [])
  return { standing, next: { ...shown, before, strangeSince: null, keptUntil: 0 } }
}
