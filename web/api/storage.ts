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
  forgetHelpEnded()
}

/** The helper who acts here for the person signed in; null where they act themselves. */
export function readHelper(): StoredUser | null {
  return read<Stored>(HELPER)?.user ?? null
}

/** Sets the session on this device aside, for one in which its person acts for somebody. */
export function setAside(): void {
  store().setItem(HELPER, JSON.stringify(readStored()))
}

/** In this tab alone: whose help ended under the helper, until they have read it. */
const HELP_ENDED = 'ciranda-ajuda-terminada'

/** The first name of whoever the help of this tab's person ended to, unasked; null where none did. */
export const readHelpEnded = (): string | null => sessionStorage.getItem(HELP_ENDED)

export const forgetHelpEnded = (): void => sessionStorage.removeItem(HELP_ENDED)

/** The same as `takeBack`, where nobody asked for it: the help is over, and the helper is told on their own screen. */
export function takeBackUnasked(): ReturnType<typeof takeBack> {
  const helped = readUser()
  const own = takeBack()
  if (own && helped) sessionStorage.setItem(HELP_ENDED, helped.firstName)
  return own
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
