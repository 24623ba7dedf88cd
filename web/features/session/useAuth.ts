import { useMemo, useSyncExternalStore } from 'react'
import type { AuthState } from './auth-state.ts'
import { clearError, login, logout, onAuthChange, readAuth, register, restore } from './session.ts'

const actions = { login, register, logout, reload: restore, clearError }

export type Auth = AuthState & typeof actions

/** Who is signed in, and what can be done about it. */
export function useAuth(): Auth {
  const state = useSyncExternalStore(onAuthChange, readAuth)
  return useMemo(() => ({ ...state, ...actions }), [state])
}
