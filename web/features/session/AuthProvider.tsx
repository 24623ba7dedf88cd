import { createContext, use, useCallback, useEffect, useMemo, useReducer } from 'react'
import type { ReactNode } from 'react'
import type { BodySent } from '#contracts/contract.ts'
import { failureText, request, SIGNED_OUT } from '#web/api/client.ts'
import { queryClient } from '#web/api/query.ts'
import { clearStored, writeTokens, writeUser } from '#web/api/storage.ts'
import { authReducer, initialAuthState } from './auth-state.ts'
import type { AuthState } from './auth-state.ts'
import { findSignedIn } from './startup.ts'

export type Auth = AuthState & {
  login(credentials: BodySent<'POST /auth/login'>): Promise<boolean>
  register(registration: BodySent<'POST /auth/register'>): Promise<boolean>
  logout(): void
  reload(): Promise<void>
  clearError(): void
}

const AuthContext = createContext<Auth | null>(null)

export function AuthProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(authReducer, initialAuthState)

  const restore = useCallback(async () => {
    const found = await findSignedIn()
    dispatch(found ? { type: 'success', ...found } : { type: 'logout' })
  }, [])

  useEffect(() => {
    void restore()
    // Another tab signed out or in: this one follows.
    const follow = (event: StorageEvent) => {
      if (event.key === 'user' || event.key === null) void restore()
    }
    const signOut = () => {
      forget()
      dispatch({ type: 'failure', error: 'Sua sessão terminou. Entre novamente.' })
    }
    addEventListener('storage', follow)
    addEventListener(SIGNED_OUT, signOut)
    return () => {
      removeEventListener('storage', follow)
      removeEventListener(SIGNED_OUT, signOut)
    }
  }, [restore])

  const open = useCallback(
    async (
      asked: () => Promise<{ access_token: string; refresh_token: string; user: Parameters<typeof writeUser>[0] }>,
      fallback: string,
    ) => {
      try {
        const { access_token, refresh_token, user } = await asked()
        if (!access_token || !user) throw new Error(fallback)
        queryClient.clear()
        writeTokens(access_token, refresh_token)
        writeUser(user)
        dispatch({ type: 'success', user, token: access_token })
        return true
      } catch (error) {
        dispatch({ type: 'failure', error: failureText(error, fallback) })
        return false
      }
    },
    [],
  )

  const auth = useMemo<Auth>(
    () => ({
      ...state,
      login: (credentials) => open(() => request('POST /auth/login', { body: credentials }), 'Login failed'),
      register: (registration) =>
        open(() => request('POST /auth/register', { body: registration }), 'Registration failed'),
      logout: () => {
        void request('POST /auth/logout').catch(() => undefined)
        forget()
        dispatch({ type: 'logout' })
      },
      reload: restore,
      clearError: () => dispatch({ type: 'clear-error' }),
    }),
    [state, open, restore],
  )
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** Nothing of a person's stays: the session, what was read, and what was kept for when there is no network. */
function forget(): void {
  clearStored()
  queryClient.clear()
  void import('#web/api/offline.ts').then(({ forgetWhatWasRead }) => forgetWhatWasRead())
}

export function useAuth(): Auth {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
