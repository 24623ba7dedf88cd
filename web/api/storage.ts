import type { AnswerOf } from '#contracts/contract.ts'

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
/** Names who turned notices on here. It stays after a logout, and stands here since the shell looks at each visit. */
export const PUSH_OWNER = 'ciranda-push'

export function readStored(): Stored {
  return { token: localStorage.getItem(TOKEN), refreshToken: localStorage.getItem(REFRESH_TOKEN), user: readUser() }
}

export function writeTokens(token: string, refreshToken: string | null): void {
  localStorage.setItem(TOKEN, token)
  if (refreshToken !== null) localStorage.setItem(REFRESH_TOKEN, refreshToken)
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
  localStorage.setItem(
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
  for (const key of [TOKEN, REFRESH_TOKEN, USER]) localStorage.removeItem(key)
}

function readUser(): StoredUser | null {
  try {
    return JSON.parse(localStorage.getItem(USER) ?? 'null') as StoredUser | null
  } catch {
    return null
  }
}
