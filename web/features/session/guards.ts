import type { AuthState } from './auth-state.ts'

type Area = 'root' | 'public' | 'signed-in' | 'participant' | 'member' | 'admin'

const OPEN_TO_UNAPPROVED = ['/home', '/donations', '/profile']

/**
 * Where a path sends its visitor instead, or null when they may stay (specification, section 2). Beyond the specification: the
 * ledger is for whoever takes part, and one's own data for everybody who is signed in (docs/decisions/005).
 */
export function redirectFor(path: string, { user, isAdmin }: Pick<AuthState, 'user' | 'isAdmin'>): string | null {
  const home = isAdmin ? '/admin/dashboard' : '/home'
  switch (areaOf(path)) {
    case 'root':
      return user ? home : '/login'
    case 'public':
      return null
    case 'signed-in':
      return user ? null : '/login'
    case 'participant':
      return user ? (isAdmin || user.adminApproved ? null : '/home') : '/login'
    case 'admin':
      return user ? (isAdmin ? null : '/home') : '/login'
    case 'member':
      if (!user) return '/login'
      if (isAdmin) return '/admin/dashboard'
      return user.adminApproved || OPEN_TO_UNAPPROVED.includes(path) ? null : '/home'
  }
}

function areaOf(path: string): Area {
  if (path === '/') return 'root'
  if (path.startsWith('/admin')) return 'admin'
  if (path === '/privacy') return 'signed-in'
  if (path === '/ledger') return 'participant'
  return ['/home', '/donations', '/profile', '/reports'].includes(path) ? 'member' : 'public'
}
