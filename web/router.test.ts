import { createMemoryHistory, createRouter, isRedirect } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { describe, expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
const { initialAuthState } = await import('./features/session/auth-state.ts')
const { routeTree } = await import('./router.tsx')

const person = (role: 'USER' | 'ADMIN', adminApproved: boolean, takesPart = role === 'USER') => ({
  ...initialAuthState,
  user: {
    id: '1',
    firstName: 'A',
    lastName: 'B',
    email: 'a@b.c',
    role,
    status: 'PENDING' as const,
    adminApproved,
    current_level: 1,
  },
  isAdmin: role === 'ADMIN',
  isMember: takesPart,
})
const visitor = initialAuthState

type Hook = (options: { context: { knownAuth: () => Promise<typeof visitor> } }) => Promise<void>

/** Where somebody who asks for `path` ends: the guards of its layouts, from the outermost, and its own. */
async function endsAt(path: string, auth: typeof visitor): Promise<string> {
  const context = { knownAuth: () => Promise.resolve(auth) }
  const router = createRouter({ routeTree, context, history: createMemoryHistory({ initialEntries: [path] }) })
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById
  const matches: readonly { readonly routeId: string }[] = router.matchRoutes(router.latestLocation)
  for (const { routeId } of matches) {
    try {
      await (routes[routeId]!.options.beforeLoad as Hook | undefined)?.({ context })
    } catch (thrown) {
      if (!isRedirect(thrown)) throw thrown
      return String(thrown.options.to)
    }
  }
  return path
}

describe('each path sends each visitor where the specification says', () => {
  test.each([
    ['/', visitor, '/login'],
    ['/', person('ADMIN', true), '/admin/dashboard'],
    ['/', person('USER', false), '/home'],
    ['/home', visitor, '/login'],
    ['/home', person('ADMIN', true), '/admin/dashboard'],
    ['/home', person('USER', false), '/home'],
    // An organiser who takes part has both, and begins with their own part.
    ['/', person('ADMIN', true, true), '/home'],
    ['/home', person('ADMIN', true, true), '/home'],
    ['/admin/queue', person('ADMIN', true, true), '/admin/queue'],
    ['/reports', person('ADMIN', true, true), '/reports'],
    ['/donations', person('USER', false), '/donations'],
    ['/profile', person('USER', false), '/profile'],
    ['/compartilhar', visitor, '/login'],
    ['/compartilhar', person('USER', true), '/compartilhar'],
    ['/compartilhar', person('ADMIN', true), '/admin/dashboard'],
    ['/reports', visitor, '/login'],
    ['/reports', person('USER', false), '/home'],
    ['/reports', person('USER', true), '/reports'],
    ['/reports', person('ADMIN', true), '/admin/dashboard'],
    ['/admin/queue', visitor, '/login'],
    ['/admin/queue', person('USER', true), '/home'],
    ['/admin/queue', person('ADMIN', true), '/admin/queue'],
    ['/login', visitor, '/login'],
    ['/login', person('USER', true), '/home'],
    ['/login', person('ADMIN', true), '/admin/dashboard'],
    ['/register', visitor, '/register'],
    ['/terms', person('USER', true), '/terms'],
    ['/calendar', person('USER', false), '/home'],
    ['/calendar', person('ADMIN', true), '/calendar'],
    ['/banco', person('USER', false), '/banco'],
    ['/banco', person('ADMIN', true), '/banco'],
    ['/banco', visitor, '/login'],
    ['/ledger', visitor, '/login'],
    ['/ledger', person('USER', false), '/home'],
    ['/ledger', person('USER', true), '/ledger'],
    ['/ledger', person('ADMIN', true), '/ledger'],
    ['/privacy', visitor, '/login'],
    ['/privacy', person('USER', false), '/privacy'],
    ['/privacy', person('USER', true), '/privacy'],
    ['/privacy', person('ADMIN', true), '/privacy'],
    ['/account-deleted', visitor, '/account-deleted'],
  ])('%s', async (path, auth, expected) => {
    expect(await endsAt(path, auth)).toBe(expected)
  })
})

describe('a person keeps to the pages of their own', () => {
  const memberPaths = ['/home', '/donations', '/profile', '/reports']
  const adminPaths = ['dashboard', 'users', 'donations', 'reports', 'queue', 'settings'].map((name) => `/admin/${name}`)

  test('a visitor to none, a member to none of the console, an administrator to none of a member', async () => {
    for (const path of [...memberPaths, ...adminPaths])
      expect([path, await endsAt(path, visitor)]).toEqual([path, '/login'])
    for (const path of adminPaths) expect([path, await endsAt(path, person('USER', true))]).toEqual([path, '/home'])
    for (const path of memberPaths)
      expect([path, await endsAt(path, person('ADMIN', true))]).toEqual([path, '/admin/dashboard'])
  })
})

test('a link leads on to where it led, once its reader has signed in, and only once', async () => {
  vi.resetModules()
  const member = person('USER', true)
  const { guarded } = await import('./route-frames.ts')
  const { onlySignedIn, toOwnStart } = await import('./features/session/guards.ts')
  const asks = async (guard: typeof toOwnStart, auth: typeof visitor, pathname = '/', search: object = {}) => {
    const location = { pathname, search, hash: '' }
    try {
      await guarded(guard)({ context: { knownAuth: () => Promise.resolve(auth) }, location })
    } catch (thrown) {
      if (isRedirect(thrown)) return [thrown.options.to, thrown.options.search ?? null]
      throw thrown
    }
    return null
  }
  expect(await asks(onlySignedIn, visitor, '/donations', { doacao: 'abc' })).toEqual(['/login', null])
  expect(await asks(toOwnStart, member)).toEqual(['/donations', { doacao: 'abc' }])
  expect(await asks(onlySignedIn, member, '/donations')).toBeNull()
  expect(await asks(toOwnStart, member)).toEqual(['/home', null])
  // From here on somebody was signed in on this page: a session that ends is no link.
  expect(await asks(onlySignedIn, visitor, '/profile')).toEqual(['/login', null])
  expect(await asks(toOwnStart, member)).toEqual(['/home', null])
})
