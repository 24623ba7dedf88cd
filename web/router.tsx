import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readStored } from './api/storage.ts'
import { admin, adminPages } from './console-routes.ts'
import { onlyParticipants, onlyVisitors, onlyWithTemporaryPassword, toOwnStart } from './features/session/guards.ts'
import { privacySearch } from './features/privacy/search.ts'
import { ledgerSearch } from './features/ledger/search.ts'
import { noticesSearch } from './features/notices/search.ts'
import { knownAuth } from './features/session/session.ts'
import { Plain } from './pages/layouts/Plain.tsx'
import LoginPage from './pages/login.tsx'
import { PageFailed } from './pages/PageFailed.tsx'
import { member, memberPages } from './member-routes.ts'
import { guarded, pagesUnder, root, signedIn } from './route-frames.ts'

// The routes as a tree. Each page is its own download, but for the login, which is most people's first.

const start = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: guarded(toOwnStart) })

const plain = createRoute({ getParentRoute: () => root, id: 'plain', component: Plain })
const login = createRoute({
  getParentRoute: () => plain,
  path: '/login',
  beforeLoad: guarded(onlyVisitors),
  component: LoginPage,
})
const accountDeleted = createRoute({
  getParentRoute: () => plain,
  path: '/account-deleted',
  component: lazyRouteComponent(() => import('./pages/account-deleted.tsx')),
})

const open = createRoute({
  getParentRoute: () => root,
  id: 'public',
  // Of somebody with a session here these pages say other things than of a visitor, who waits for nothing.
  beforeLoad: async ({ context }) => {
    if (readStored().token !== null) await context.knownAuth()
  },
  component: lazyRouteComponent(() => import('./pages/layouts/Public.tsx')),
})
const openPage = pagesUnder(open)
const registration = openPage('/register', () => import('./pages/register.tsx'))
const terms = openPage('/terms', () => import('./pages/terms.tsx'))
const recovery = openPage('/recover', () => import('./pages/recover.tsx'))
const lostPhone = openPage('/perdi-o-celular', () => import('./pages/lost-phone.tsx'))
const server = openPage('/servidor', () => import('./pages/server.tsx'))
const invitation = openPage('/convite', () => import('./pages/invitation.tsx'))
const join = openPage('/participar', () => import('./pages/join.tsx'))
const newPassword = openPage('/new-password', () => import('./pages/new-password.tsx'), onlyWithTemporaryPassword)

const page = pagesUnder(signedIn)
const privacy = createRoute({
  getParentRoute: () => signedIn,
  path: '/privacy',
  validateSearch: privacySearch,
  component: lazyRouteComponent(() => import('./pages/privacy.tsx')),
})
const notices = createRoute({
  getParentRoute: () => signedIn,
  path: '/notices',
  validateSearch: noticesSearch,
  component: lazyRouteComponent(() => import('./pages/notices.tsx')),
})
const ledger = createRoute({
  getParentRoute: () => signedIn,
  path: '/ledger',
  validateSearch: ledgerSearch,
  beforeLoad: guarded(onlyParticipants),
  component: lazyRouteComponent(() => import('./pages/ledger.tsx')),
})
const calendar = page('/calendar', () => import('./pages/calendar.tsx'), onlyParticipants)
const roda = page('/roda', () => import('./pages/roda.tsx'), onlyParticipants)
const known = page('/conhecidos', () => import('./pages/known.tsx'), onlyParticipants)
const fiscals = page('/fiscais', () => import('./pages/fiscals.tsx'), onlyParticipants)
const bank = page('/banco', () => import('./pages/bank.tsx'))

export const routeTree = root.addChildren([
  start,
  plain.addChildren([login, accountDeleted]),
  open.addChildren([registration, terms, recovery, lostPhone, server, invitation, join, newPassword]),
  signedIn.addChildren([
    privacy,
    notices,
    ledger,
    calendar,
    roda,
    known,
    fiscals,
    bank,
    member.addChildren(memberPages),
    admin.addChildren(adminPages),
  ]),
])

export const router = createRouter({
  routeTree,
  context: { knownAuth },
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
