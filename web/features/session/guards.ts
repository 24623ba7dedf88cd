import type { AuthState } from './auth-state.ts'
import { isSharing } from './sharing.ts'

/** Where somebody is sent instead, or null when they may stay. */
export type Guard = (
  auth: Pick<AuthState, 'user' | 'isAdmin' | 'isMember'>,
) => '/login' | '/home' | '/admin/dashboard' | '/new-password' | '/compartilhar' | null

// The guards of the specification, section 2. Beyond it: the ledger is for participants, one's own data for everybody
// who is signed in (docs/decisions/005), and the login is not for people who are signed in already.

export const toOwnStart: Guard = ({ user, isMember }) => (user ? homeOf(isMember) : '/login')

export const onlyVisitors: Guard = ({ user, isMember }) => (user ? homeOf(isMember) : null)

/** With a temporary password nothing can be done but choosing another. */
export const onlySignedIn: Guard = ({ user }) => (!user ? '/login' : user.passwordTemporary ? '/new-password' : null)

export const onlyWithTemporaryPassword: Guard = ({ user, isMember }) =>
  !user ? '/login' : user.passwordTemporary ? null : homeOf(isMember)

export const onlyParticipants: Guard = ({ user, isAdmin }) => (isAdmin || user?.adminApproved ? null : '/home')

export const onlyMembers: Guard = ({ isMember }) => (isMember ? null : '/admin/dashboard')

export const onlyApproved: Guard = ({ user }) => (user?.adminApproved ? null : '/home')

export const onlyAdministrators: Guard = ({ isAdmin }) => (isAdmin ? null : '/home')

/** An organiser who takes part begins with their own part; the console is a door away. */
function homeOf(isMember: boolean): '/home' | '/admin/dashboard' | '/compartilhar' {
  if (!isMember) return '/admin/dashboard'
  return isSharing() ? '/compartilhar' : '/home'
}
