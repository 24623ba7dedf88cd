import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { Frame } from './pages/Frame.tsx'
import LoginPage from './pages/login.tsx'
import { NotFound } from './pages/NotFound.tsx'
import { LoadingScreen } from './ui/LoadingScreen.tsx'

// One line a URL; each page is its own download, but for the login, which is most people's first.

const root = createRootRoute({ component: Frame, notFoundComponent: NotFound })

const page = <const P extends string>(path: P, load: () => Promise<{ default: React.ComponentType }>) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) })

const routes = [
  createRoute({ getParentRoute: () => root, path: '/', component: LoadingScreen }),
  createRoute({ getParentRoute: () => root, path: '/login', component: LoginPage }),
  page('/register', () => import('./pages/register.tsx')),
  page('/terms', () => import('./pages/terms.tsx')),
  page('/home', () => import('./pages/home.tsx')),
  page('/donations', () => import('./pages/donations.tsx')),
  page('/profile', () => import('./pages/profile.tsx')),
  page('/reports', () => import('./pages/reports.tsx')),
  page('/ledger', () => import('./pages/ledger.tsx')),
  page('/privacy', () => import('./pages/privacy.tsx')),
  page('/account-deleted', () => import('./pages/account-deleted.tsx')),
  page('/admin/dashboard', () => import('./pages/admin/dashboard.tsx')),
  page('/admin/users', () => import('./pages/admin/users.tsx')),
  page('/admin/donations', () => import('./pages/admin/donations.tsx')),
  page('/admin/reports', () => import('./pages/admin/reports.tsx')),
  page('/admin/queue', () => import('./pages/admin/queue.tsx')),
  page('/admin/settings', () => import('./pages/admin/settings.tsx')),
] as const

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
