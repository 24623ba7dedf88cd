import { ApiError, NO_ANSWER, refreshOnce, request } from '#web/api/client.ts'
import { setReachable } from '#web/api/connection.ts'
import { clearStored, readStored, takeBackUnasked, writeUser } from '#web/api/storage.ts'
import type { StoredUser } from '#web/api/storage.ts'

type SignedIn = { user: StoredUser; token: string }

/**
 * A connection may be there and carry nothing, and a browser waits for minutes: by then the server counts as away. What it answers later
 * is taken as ever.
 */
const PATIENCE_MS = 10_000

/** The session that was being checked is no longer the stored one. */
export class SessionReplaced extends Error {}

/**
 * Finds the signed-in person when the app starts: a stored session is checked by reading the profile, an auth error is answered
 * by one refresh, and a server that is away leaves the remembered user signed in (specification, section 4). Throws
 * `SessionReplaced` when another tab replaced the session meanwhile.
 */
export async function findSignedIn(): Promise<SignedIn | null> {
  const { token, user } = readStored()
  if (!token || !user) return null
  try {
    return await inTime(readProfile(user))
  } catch (error) {
    ensureSamePerson(user)
    if (!isAuthFailure(error)) return { user, token }
    return afterRefresh(user)
  }
}

async function inTime<T>(asked: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      setReachable(false)
      reject(new ApiError(0, NO_ANSWER))
    }, PATIENCE_MS)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

async function afterRefresh(user: StoredUser): Promise<SignedIn | null> {
  try {
    if (await refreshOnce()) return await readProfile(user)
  } catch (error) {
    ensureSamePerson(user)
    if (!isAuthFailure(error)) return { user, token: readStored().token! }
  }
  ensureSamePerson(user)
  // The help is over: whoever acted for somebody is themselves again.
  if (takeBackUnasked()) return findSignedIn()
  clearStored()
  return null
}

async function readProfile(asked: StoredUser): Promise<SignedIn | null> {
  const user = await request('GET /users/profile')
  ensureSamePerson(asked)
  // A session is one person's: under another id this device would know nothing of what it did for them.
  if (user.id !== asked.id) {
    clearStored()
    return null
  }
  writeUser(user)
  return { user, token: readStored().token! }
}

/** Refuses to go on when another tab has signed in as somebody else, or out, since the check began. */
function ensureSamePerson({ id }: StoredUser): void {
  if (readStored().user?.id !== id) throw new SessionReplaced()
}

function isAuthFailure(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.isAuthError || /401|403|Unauthorized|Forbidden/.test(error.message)
}
