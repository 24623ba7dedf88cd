import type { AnswerOf } from '#contracts/contract.ts'
import { isElsewhere } from './server-address.ts'

export type Profile = AnswerOf<'GET /users/profile'>

/**
 * The part of a person that the browser stores: enough to greet them and choose their screens, and nothing of their documents,
 * bank or PIX.
 */
export type StoredUser = Pick<
  Profile,
  'id' | 'firstName' | 'lastName' | 'email' | 'role' | 'status' | 'adminApproved' | 'current_level'
> &
  Partial<Pick<Profile, 'passwordTemporary' | 'auditor' | 'takesPartIn' | 'emailVerified' | 'phoneVerified'>>

type Stored = { readonly token: string | null; readonly refreshToken: string | null; readonly user: StoredUser | null }

const TOKEN = 'authToken'
const REFRESH_TOKEN = 'refreshToken'
const USER = 'user'
/** The session of a helper who acts for somebody here, set aside until they act for themselves again. */
const HELPER = 'helperSession'
/** Names who turned notices on here. It stays after a logout, and stands here since the shell looks at each visit. */
export const PUSH_OWNER = 'ciranda-push'

/** Of pages from elsewhere nothing that opens an account stays on the device. */
const inMemory = new Map<string, string>()
const memory: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
  getItem: (key) => inMemory.get(key) ?? null,
  setItem: (key, value) => void inMemory.set(key, value),
  removeItem: (key) => void inMemory.delete(key),
}
const store = () => (isElsewhere ? memory : localStorage)

export function readStored(): Stored {
  return { token: store().getItem(TOKEN), refreshToken: store().getItem(REFRESH_TOKEN), user: readUser() }
}

export function writeTokens(token: string, refreshToken: string | null): void {
  store().setItem(TOKEN, token)
  if (refreshToken !== null) store().setItem(REFRESH_TOKEN, refreshToken)
}

export function writeUser(user: StoredUser): void {
  const {
    id,
    firstName,
    lastName,
    email,
    role,
    status,
    adminApproved,
    current_level,
    passwordTemporary,
    auditor,
    takesPartIn,
  } = user
  store().setItem(
    USER,
    JSON.stringify({
      id,
      firstName,
      lastName,
      email,
      role,
      status,
      adminApproved,
      ...(auditor ? { auditor } : {}),
      ...(takesPartIn ? { takesPartIn } : {}),
      current_level,
      ...(passwordTemporary ? { passwordTemporary } : {}),
    }),
  )
}

/** Whether a person takes part in a circle: a member, or an administrator who does both. */
export function isMember(user: Pick<StoredUser, 'role' | 'takesPartIn'> | null): boolean {
  return user !== null && (user.role === 'USER' || user.takesPartIn !== undefined)
}

export function clearStored(): void {
  for (const key of [TOKEN, REFRESH_TOKEN, USER, HELPER]) store().removeItem(key)
}

/** The helper who acts here for the person signed in; null where they act themselves. */
export function readHelper(): StoredUser | null {
  return read<Stored>(HELPER)?.user ?? null
}

/** Sets the session on this device aside, for one in which its person acts for somebody. */
export function setAside(): void {
  store().setItem(HELPER, JSON.stringify(readStored()))
}

/** Puts the session that was set aside back in its place; null where there is none. */
export function takeBack(): { readonly user: StoredUser; readonly token: string } | null {
  const own = read<Stored>(HELPER)
  store().removeItem(HELPER)
  if (!own?.user || !own.token) return null
  writeTokens(own.token, own.refreshToken)
  writeUser(own.user)
  return { user: own.user, token: own.token }
}

function readUser(): StoredUser | null {
  return read<StoredUser>(USER)
}

function read<T>(key: string): T | null {
  try {
    return JSON.parse(store().getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}
