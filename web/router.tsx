import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { AuthState } from './features/session/auth-state.ts'
import { keepDeepLink, keptDeepLink, noteArrived } from './features/session/deep-link.ts'
import type { DeepLink } from './features/session/deep-link.ts'
import {
  onlyAdministrators,
  onlyApproved,
  onlyMembers,
  onlyParticipants,
  onlySignedIn,
  onlyVisitors,
  onlyWithTemporaryPassword,
  toOwnStart,
} from './features/session/guards.ts'
import type { Guard } from './features/session/guards.ts'
import { privacySearch } from './features/privacy/search.ts'
import { ledgerSearch } from './features/ledger/search.ts'
import { noticesSearch } from './features/notices/search.ts'
import { reportsSearch } from './features/reports/search.ts'
import { usersSearch } from './features/members/search.ts'
import { ownDonationsSearch } from './features/donations/search.ts'
import { donationsSearch } from './features/admin-donations/search.ts'
import { reportsSearch as adminReportsSearch } from './features/admin-reports/search.ts'
import { queueSearch } from './features/queue/search.ts'
import { approvalsSearch } from './features/approvals/search.ts'
import { joinLinksSearch } from './features/join-links/search.ts'
import { settingsSearch } from './features/settings/search.ts'
import { knownAuth } from './features/session/session.ts'
import { Plain } from './pages/layouts/Plain.tsx'
import { Root } from './pages/layouts/Root.tsx'
import { SignedIn } from './pages/layouts/SignedIn.tsx'
import LoginPage from './pages/login.tsx'
import { NotFound } from './pages/NotFound.tsx'
import { PageFailed } from './pages/PageFailed.tsx'

// The routes as a tree: layouts without a path of their own hold a guard, or what stands around their pages. Each
// page is its own download, but for the login, which is most people's first.

type RouterContext = { readonly knownAuth: () => Promise<AuthState> }

/**
 * Asks the guard before the page is fetched or drawn, and sends the reader where it says. Whoever came by a link and signs in
 * goes on to where it led; what they may not see sends them on from there.
 */
export const guarded =
  (guard: Guard) =>
  async ({ context, location }: { context: RouterContext; location?: DeepLink }) => {
    const auth = await context.knownAuth()
    const elsewhere = guard(auth)
    if (elsewhere === '/login') keepDeepLink(location)
    const kept = auth.user && (elsewhere === '/home' || elsewhere === '/admin/dashboard') ? keptDeepLink() : null
    if (auth.user && !elsewhere) noteArrived()
    // The link's own words: which page they are of, the router finds out.
    if (kept) throw redirect({ to: kept.pathname, search: kept.search, hash: kept.hash, replace: true } as never)
    if (elsewhere) throw redirect({ to: elsewhere, replace: true })
  }

const root = createRootRouteWithContext<RouterContext>()({ component: Root, notFoundComponent: NotFound })
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
  component: lazyRouteComponent(() => import('./pages/layouts/Public.tsx')),
})
const registration = createRoute({
  getParentRoute: () => open,
  path: '/register',
  component: lazyRouteComponent(() => import('./pages/register.tsx')),
})
const terms = createRoute({
  getParentRoute: () => open,
  path: '/terms',
  component: lazyRouteComponent(() => import('./pages/terms.tsx')),
})

const recovery = createRoute({
  getParentRoute: () => open,
  path: '/recover',
  component: lazyRouteComponent(() => import('./pages/recover.tsx')),
})
const lostPhone = createRoute({
  getParentRoute: () => open,
  path: '/perdi-o-celular',
  component: lazyRouteComponent(() => import('./pages/lost-phone.tsx')),
})
const server = createRoute({
  getParentRoute: () => open,
  path: '/servidor',
  component: lazyRouteComponent(() => import('./pages/server.tsx')),
})
const invitation = createRoute({
  getParentRoute: () => open,
  path: '/convite',
  component: lazyRouteComponent(() => import('./pages/invitation.tsx')),
})
const join = createRoute({
  getParentRoute: () => open,
  path: '/participar',
  component: lazyRouteComponent(() => import('./pages/join.tsx')),
})
const newPassword = createRoute({
  getParentRoute: () => open,
  path: '/new-password',
  beforeLoad: guarded(onlyWithTemporaryPassword),
  component: lazyRouteComponent(() => import('./pages/new-password.tsx')),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: guarded(onlySignedIn),
  component: SignedIn,
})
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

const calendar = createRoute({
  getParentRoute: () => signedIn,
  path: '/calendar',
  beforeLoad: guarded(onlyParticipants),
  component: lazyRouteComponent(() => import('./pages/calendar.tsx')),
})

const roda = createRoute({
  getParentRoute: () => signedIn,
  path: '/roda',
  beforeLoad: guarded(onlyParticipants),
  component: lazyRouteComponent(() => import('./pages/roda.tsx')),
})
const known = createRoute({
  getParentRoute: () => signedIn,
  path: '/conhecidos',
  beforeLoad: guarded(onlyParticipants),
  component: lazyRouteComponent(() => import('./pages/known.tsx')),
})

const fiscals = createRoute({
  getParentRoute: () => signedIn,
  path: '/fiscais',
  beforeLoad: guarded(onlyParticipants),
  component: lazyRouteComponent(() => import('./pages/fiscals.tsx')),
})

const bank = createRoute({
  getParentRoute: () => signedIn,
  path: '/banco',
  component: lazyRouteComponent(() => import('./pages/bank.tsx')),
})

const member = createRoute({ getParentRoute: () => signedIn, id: 'member', beforeLoad: guarded(onlyMembers) })
const memberPages = [
  createRoute({
    getParentRoute: () => member,
    path: '/home',
    component: lazyRouteComponent(() => import('./pages/home.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/beginning',
    beforeLoad: guarded(onlyApproved),
    component: lazyRouteComponent(() => import('./pages/beginning.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/trocar-de-vez',
    beforeLoad: guarded(onlyApproved),
    component: lazyRouteComponent(() => import('./pages/swap.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/passar-o-lugar',
    beforeLoad: guarded(onlyApproved),
    component: lazyRouteComponent(() => import('./pages/substitute.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/decisoes',
    validateSearch: approvalsSearch,
    beforeLoad: guarded(onlyApproved),
    component: lazyRouteComponent(() => import('./pages/decisions.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/dinheiro-da-roda',
    beforeLoad: guarded(onlyApproved),
    component: lazyRouteComponent(() => import('./pages/money.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/accept-terms',
    component: lazyRouteComponent(() => import('./pages/accept-terms.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/donations',
    validateSearch: ownDonationsSearch,
    component: lazyRouteComponent(() => import('./pages/donations.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/extrato',
    component: lazyRouteComponent(() => import('./pages/bank-statement.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/compartilhar',
    component: lazyRouteComponent(() => import('./pages/share.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/profile',
    component: lazyRouteComponent(() => import('./pages/profile.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/profile/$part',
    component: lazyRouteComponent(() => import('./pages/profile-part.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/draw',
    beforeLoad: guarded(onlyApproved),
    component: lazyRouteComponent(() => import('./pages/draw.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/reports',
    validateSearch: reportsSearch,
    beforeLoad: guarded(onlyApproved),
    component: lazyRouteComponent(() => import('./pages/reports.tsx')),
  }),
  createRoute({
    getParentRoute: () => member,
    path: '/reports/$reportId',
    beforeLoad: guarded(onlyApproved),
    component: lazyRouteComponent(() => import('./pages/case.tsx')),
  }),
] as const

const admin = createRoute({ getParentRoute: () => signedIn, id: 'admin', beforeLoad: guarded(onlyAdministrators) })
const adminPages = [
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/dashboard',
    component: lazyRouteComponent(() => import('./pages/admin/dashboard.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/users',
    validateSearch: usersSearch,
    component: lazyRouteComponent(() => import('./pages/admin/users.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/join-links',
    validateSearch: joinLinksSearch,
    component: lazyRouteComponent(() => import('./pages/admin/join-links.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/donations',
    validateSearch: donationsSearch,
    component: lazyRouteComponent(() => import('./pages/admin/donations.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/reports',
    validateSearch: adminReportsSearch,
    component: lazyRouteComponent(() => import('./pages/admin/reports.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/queue',
    validateSearch: queueSearch,
    component: lazyRouteComponent(() => import('./pages/admin/queue.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/queue/changes',
    component: lazyRouteComponent(() => import('./pages/admin/queue-changes.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/queue/beginning',
    component: lazyRouteComponent(() => import('./pages/admin/queue-beginning.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/queue/draw',
    component: lazyRouteComponent(() => import('./pages/admin/queue-draw.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/approvals',
    validateSearch: approvalsSearch,
    component: lazyRouteComponent(() => import('./pages/admin/approvals.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/settings',
    validateSearch: settingsSearch,
    component: lazyRouteComponent(() => import('./pages/admin/settings.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/settings/$part',
    component: lazyRouteComponent(() => import('./pages/admin/settings-part.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/month',
    component: lazyRouteComponent(() => import('./pages/admin/month.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/meeting',
    component: lazyRouteComponent(() => import('./pages/admin/meeting.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/first-steps',
    component: lazyRouteComponent(() => import('./pages/admin/first-steps.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/found',
    component: lazyRouteComponent(() => import('./pages/admin/found.tsx')),
  }),
  createRoute({
    getParentRoute: () => admin,
    path: '/admin/account',
    component: lazyRouteComponent(() => import('./pages/admin/account.tsx')),
  }),
] as const

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
