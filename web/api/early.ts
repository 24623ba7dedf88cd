import { callAddress } from './server-address.ts'
import { isMember, readStored } from './storage.ts'

// The first page's readings are asked for while the app itself is still on its way: on a slow network that saves a
// second.

const FRESH_MS = 10_000

/** The addresses that a first page reads, made by the build from the pages' own queries (scripts/first-readings.ts). */
export type FirstReadings = {
  readonly visitors: readonly string[]
  readonly signedIn: readonly string[]
  /** A member's pages by address: what every member may read, and what only approved ones may. */
  readonly pages: Readonly<Record<string, { readonly all: readonly string[]; readonly approved: readonly string[] }>>
}

let token: string | null = null
let askedAt = 0
const asked = new Map<string, Promise<Response>>()

/**
 * Asks for what the page at this address will show to the person who is signed in here. Called first, and once more when
 * somebody signed in on that page: nothing checks the session that they have just opened.
 */
export function prefetch(pathname: string, { visitors, signedIn, pages }: FirstReadings): void {
  const stored = readStored()
  const isOpenedHere = askedAt > 0 && token === null
  token = stored.token
  askedAt = Date.now()
  const page = isMember(stored.user) ? pages[pathname] : undefined
  const addresses = [
    ...(token && !isOpenedHere ? signedIn : []),
    ...visitors,
    ...(page?.all ?? []),
    ...(stored.user?.adminApproved ? (page?.approved ?? []) : []),
  ]
  // A browser asks six at a time: the last ones wait for one another.
  for (const address of addresses) {
    const answer = fetch(callAddress(address), token ? { headers: { Authorization: `Bearer ${token}` } } : {})
    // A failure is reported by the call that takes the answer; perhaps there will be none.
    answer.catch(() => undefined)
    asked.set(address, answer)
  }
}

/** The answer that was asked for early, once, to the same asker, while it is fresh. */
export function consume(address: string, asker: string | null): Promise<Response> | undefined {
  const answer = asked.get(address)
  asked.delete(address)
  return asker === token && Date.now() - askedAt < FRESH_MS ? answer : undefined
}

/** Reads an answer that was asked for early and leaves it for its call; null where it failed or was taken. */
export async function glance<T>(address: string): Promise<T | null> {
  try {
    const answer = await asked.get(address)
    return answer?.ok ? ((await answer.clone().json()) as T) : null
  } catch {
    return null
  }
}

/** Forgets all answers: something changed, or may have, and they were read before it. */
export function clear(): void {
  asked.clear()
}
