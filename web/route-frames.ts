import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import type { AuthState } from './features/session/auth-state.ts'
import { keepDeepLink, keptDeepLink, noteArrived } from './features/session/deep-link.ts'
import type { DeepLink } from './features/session/deep-link.ts'
import { onlySignedIn } from './features/session/guards.ts'
import type { Guard } from './features/session/guards.ts'
import { Root } from './pages/layouts/Root.tsx'
import { SignedIn } from './pages/layouts/SignedIn.tsx'
import { NotFound } from './pages/NotFound.tsx'

// The layouts that pages stand in: without a path of their own they hold a guard, or what stands around their pages.

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
    if (elsewhere === '/login') keepDeepLink(location, auth.error !== null)
    const kept =
      auth.user && (elsewhere === '/home' || elsewhere === '/admin/dashboard') ? keptDeepLink(auth.user.id) : null
    if (auth.user && !elsewhere) noteArrived(auth.user.id)
    // The link's own words: which page they are of, the router finds out.
    if (kept) throw redirect({ to: kept.pathname, search: kept.search, hash: kept.hash, replace: true } as never)
    if (elsewhere) throw redirect({ to: elsewhere, replace: true })
  }

export const root = createRootRouteWithContext<RouterContext>()({ component: Root, notFoundComponent: NotFound })
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: guarded(onlySignedIn),
  component: SignedIn,
})

/** Pages under a layout, each its own download; `guard` where they are not for all whom the layout lets in. */
export const pagesUnder =
  <Parent extends AnyRoute>(parent: Parent) =>
  <const Path extends string>(path: Path, load: () => Promise<{ default: () => React.ReactNode }>, guard?: Guard) =>
    createRoute({
      getParentRoute: () => parent,
      path,
      // The layouts stand in the root, whose context it is.
      ...(guard ? { beforeLoad: guarded(guard) as (asked: unknown) => Promise<void> } : {}),
      component: lazyRouteComponent(load),
    })
