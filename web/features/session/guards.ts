import type { AuthState } from './auth-state.ts'
import { isSharing } from './sharing.ts'

/** Where somebody is sent instead, or null when they may stay. */
export type Guard = (
  auth: Pick<AuthState, 'user' | 'isAdmin'>,
) => '/login' | '/home' | '/admin/dashboard' | '/new-password' | '/compartilhar' | null

// The guards of the specification, section 2. Beyond it: the ledger is for participants, one's own data for everybody
// who is signed in (docs/decisions/005), and the login is not for people who are signed in already.

export const toOwnStart: Guard = ({ user, isAdmin }) => (user ? homeOf(isAdmin) : '/login')

export const onlyVisitors: Guard = ({ user, isAdmin }) => (user ? homeOf(isAdmin) : null)

/** With a temporary password nothing can be done but choosing another. */
export const onlySignedIn: Guard = ({ user }) => (!user ? '/login' : user.passwordTemporary ? '/new-password' : null)

export const onlyWithTemporaryPassword: Guard = ({ user, isAdmin }) =>
  !user ? '/login' : user.passwordTemporary ? null : homeOf(isAdmin)

export const onlyParticipants: Guard = ({ user, isAdmin }) => (isAdmin || user?.adminApproved ? null : '/home')

export const onlyMembers: Guard = ({ isAdmin }) => (isAdmin ? '/admin/dashboard' : null)

export const onlyApproved: Guard = ({ user }) => (user?.adminApproved ? null : '/home')

export const onlyAdministrators: Guard = ({ isAdmin }) => (isAdmin ? null : '/home')

function homeOf(isAdmin: boolean): '/home' | '/admin/dashboard' | '/compartilhar' {
  if (isAdmin) return '/admin/dashboard'
  return isSharing() ? '/compartilhar' : '/home'
}
