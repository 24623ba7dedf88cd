import { isMember } from '#web/api/storage.ts'
import type { StoredUser } from '#web/api/storage.ts'

/** The auth state of the specification, section 4. */
export type AuthState = {
  readonly user: StoredUser | null
  readonly token: string | null
  readonly isLoading: boolean
  readonly isAuthenticated: boolean
  readonly isAdmin: boolean
  /** Takes part in the circle; an organiser may do both. */
  readonly isMember: boolean
  readonly error: string | null
}

export type AuthAction =
  | { type: 'start' }
  | { type: 'success'; user: StoredUser; token: string }
  | { type: 'failure'; error: string }
  | { type: 'logout' }
  | { type: 'restart' }
  | { type: 'update-user'; user: StoredUser }
  | { type: 'clear-error' }
  | { type: 'set-loading'; isLoading: boolean }

export const initialAuthState: AuthState = {
  user: null,
  token: null,
  isLoading: true,
  isAuthenticated: false,
  isAdmin: false,
  isMember: false,
  error: null,
}

export function authReducer(state: AuthState, action: AuthAction): AuthState {
  switch (action.type) {
    case 'start':
      return { ...state, isLoading: true, error: null }
    case 'success':
      return {
        user: action.user,
        token: action.token,
        isLoading: false,
        isAuthenticated: true,
        isAdmin: action.user.role === 'ADMIN',
        isMember: isMember(action.user),
        error: null,
      }
    case 'failure':
      return { ...initialAuthState, isLoading: false, error: action.error }
    case 'logout':
      return { ...initialAuthState, isLoading: false }
    case 'restart':
      return initialAuthState
    case 'update-user':
      return { ...state, user: action.user, isAdmin: action.user.role === 'ADMIN', isMember: isMember(action.user) }
    case 'clear-error':
      return { ...state, error: null }
    case 'set-loading':
      return { ...state, isLoading: action.isLoading }
  }
}
