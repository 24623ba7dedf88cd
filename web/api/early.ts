import { readStored } from './storage.ts'

// The first page's readings are asked for while the app itself is still on its way: on a slow network that is a second less of waiting.

const FRESH_MS = 10_000

const everybody = ['/circle']
const signedIn = ['/users/profile']
const member = ['/donations/to-send', '/donations/to-receive', '/donations/my-level-progress']
const byPage: Readonly<Record<string, { readonly all: readonly string[]; readonly approved?: readonly string[] }>> = {
  '/home': { all: member, approved: ['/circle/result'] },
  '/donations': { all: [...member, '/donations/stats', '/donations/history?page=1&limit=20'] },
}

let token: string | null = null
let askedAt = 0
const asked = new Map<string, Promise<Response>>()

/** Asks for what the page at this address will show to who is signed in here. Call it first, once. */
export function askEarly(pathname: string): void {
  const stored = readStored()
  token = stored.token
  askedAt = Date.now()
  const page = stored.user?.role === 'USER' ? byPage[pathname] : undefined
  const addresses = [
    ...(token ? signedIn : []),
    ...(page?.all ?? []),
    ...(stored.user?.adminApproved ? (page?.approved ?? []) : []),
    ...everybody,
  ]
  for (const address of addresses) {
    const answer = fetch(`/api${address}`, token ? { headers: { Authorization: `Bearer ${token}` } } : {})
    // Who takes it sees how it failed; nobody may.
    answer.catch(() => undefined)
    asked.set(address, answer)
  }
}

/** The answer that was asked for early, once, to the same asker, while it is fresh. */
export function takeEarly(address: string, asker: string | null): Promise<Response> | undefined {
  const answer = asked.get(address)
  asked.delete(address)
  return asker === token && Date.now() - askedAt < FRESH_MS ? answer : undefined
}

/** Something changed, or may have: what was read before it is no longer taken. */
export function dropEarly(): void {
  asked.clear()
}
