import { ApiError, refreshOnce, request } from '#web/api/client.ts'
import { clearStored, readStored, writeUser } from '#web/api/storage.ts'
import type { StoredUser } from '#web/api/storage.ts'

/**
 * Who is signed in when the app starts: a stored session is checked by reading the profile, an auth error is answered by one
 * refresh, and a server that is away leaves the remembered user signed in (specification, section 4).
 */
export async function findSignedIn(): Promise<{ user: StoredUser; token: string } | null> {
  const { token, user } = readStored()
  if (!token || !user) return null
  try {
    return await readProfile()
  } catch (error) {
    if (!isAuthFailure(error)) return { user, token }
    return afterRefresh(user)
  }
}

async function afterRefresh(user: StoredUser): Promise<{ user: StoredUser; token: string } | null> {
  try {
    if (await refreshOnce()) return await readProfile()
  } catch (error) {
    if (!isAuthFailure(error)) return { user, token: readStored().token! }
  }
  clearStored()
  return null
}

async function readProfile(): Promise<{ user: StoredUser; token: string }> {
  const user = await request('GET /users/profile')
  writeUser(user)
  return { user, token: readStored().token! }
}

function isAuthFailure(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.isAuthError || /401|403|Unauthorized|Forbidden/.test(error.message)
}
