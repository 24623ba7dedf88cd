import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyApproved, onlyMembers } from './features/session/guards.ts'
import { reportsSearch } from './features/reports/search.ts'
import { ownDonationsSearch } from './features/donations/search.ts'
import { approvalsSearch } from './features/approvals/search.ts'
import { guarded, pagesUnder, signedIn } from './route-frames.ts'

/** The pages of whoever takes part. */
export const member = createRoute({ getParentRoute: () => signedIn, id: 'member', beforeLoad: guarded(onlyMembers) })
const page = pagesUnder(member)

export const memberPages = [
  page('/home', () => import('./pages/home.tsx')),
  page('/beginning', () => import('./pages/beginning.tsx'), onlyApproved),
  page('/trocar-de-vez', () => import('./pages/swap.tsx'), onlyApproved),
  page('/passar-o-lugar', () => import('./pages/substitute.tsx'), onlyApproved),
  createRoute({
    getParentRoute: () => member,
    path: '/decisoes',
    validateSearch: approvalsSearch,
    beforeLoad: guarded(onlyApproved),
    component: lazyRouteComponent(() => import('./pages/decisions.tsx')),
  }),
  page('/dinheiro-da-roda', () => import('./pages/money.tsx'), onlyApproved),
  page('/accept-terms', () => import('./pages/accept-terms.tsx')),
  createRoute({
    getParentRoute: () => member,
    path: '/donations',
    validateSearch: ownDonationsSearch,
    component: lazyRouteComponent(() => import('./pages/donations.tsx')),
  }),
  page('/extrato', () => import('./pages/bank-statement.tsx')),
  page('/compartilhar', () => import('./pages/share.tsx')),
  page('/profile', () => import('./pages/profile.tsx')),
  page('/profile/$part', () => import('./pages/profile-part.tsx')),
  page('/draw', () => import('./pages/draw.tsx'), onlyApproved),
  createRoute({
    getParentRoute: () => member,
    path: '/reports',
    validateSearch: reportsSearch,
    beforeLoad: guarded(onlyApproved),
    component: lazyRouteComponent(() => import('./pages/reports.tsx')),
  }),
  page('/reports/$reportId', () => import('./pages/case.tsx'), onlyApproved),
] as const
