import { useMemo, useSyncExternalStore } from 'react'
import type { AuthState } from './auth-state.ts'
import {
  actAsOneself,
  actFor,
  clearError,
  join,
  login,
  comeBack,
  loginWithCode,
  loginWithPasskey,
  logout,
  onAuthChange,
  readAuth,
  register,
  restore,
} from './session.ts'

const actions = {
  actAsOneself,
  actFor,
  comeBack,
  join,
  login,
  loginWithCode,
  loginWithPasskey,
  register,
  logout,
  reload: restore,
  clearError,
}

export type Auth = AuthState & typeof actions

/** The signed-in person, and the acts of signing in and out. */
export function useAuth(): Auth {
  const state = useSyncExternalStore(onAuthChange, readAuth)
  return useMemo(() => ({ ...state, ...actions }), [state])
}
