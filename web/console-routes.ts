import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { onlyAdministrators } from './features/session/guards.ts'
import { usersSearch } from './features/members/search.ts'
import { donationsSearch } from './features/admin-donations/search.ts'
import { reportsSearch as adminReportsSearch } from './features/admin-reports/search.ts'
import { queueSearch } from './features/queue/search.ts'
import { approvalsSearch } from './features/approvals/search.ts'
import { joinLinksSearch } from './features/join-links/search.ts'
import { settingsSearch } from './features/settings/search.ts'
import { guarded, pagesUnder, signedIn } from './route-frames.ts'

export const admin = createRoute({
  getParentRoute: () => signedIn,
  id: 'admin',
  beforeLoad: guarded(onlyAdministrators),
})
const page = pagesUnder(admin)

export const adminPages = [
  page('/admin/dashboard', () => import('./pages/admin/dashboard.tsx')),
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
  page('/admin/queue/changes', () => import('./pages/admin/queue-changes.tsx')),
  page('/admin/queue/beginning', () => import('./pages/admin/queue-beginning.tsx')),
  page('/admin/queue/draw', () => import('./pages/admin/queue-draw.tsx')),
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
  page('/admin/settings/$part', () => import('./pages/admin/settings-part.tsx')),
  page('/admin/month', () => import('./pages/admin/month.tsx')),
  page('/admin/meeting', () => import('./pages/admin/meeting.tsx')),
  page('/admin/first-steps', () => import('./pages/admin/first-steps.tsx')),
  page('/admin/found', () => import('./pages/admin/found.tsx')),
  page('/admin/account', () => import('./pages/admin/account.tsx')),
] as const
