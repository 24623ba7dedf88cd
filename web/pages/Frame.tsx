import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { createElement, Suspense, use } from 'react'
import { DemonstrationBanner } from '#web/features/circle/DemonstrationBanner.tsx'
import { useAuth } from '#web/features/session/AuthProvider.tsx'
import { redirectFor } from '#web/features/session/guards.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'
import { shellOf, themed } from './parts.ts'

/** What every page stands in: the demonstration's warning, the guard, and the shell of who is signed in. */
export function Frame() {
  const { pathname } = useLocation()
  const auth = useAuth()
  const isPublic = ['/login', '/register', '/terms'].includes(pathname)
  if (auth.isLoading && !isPublic) return <LoadingScreen />
  const elsewhere = redirectFor(pathname, auth)
  if (elsewhere) return <Navigate to={elsewhere} replace />
  if (pathname === '/login' || (!isPublic && !auth.user)) return <Bare />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <InTheme>{isPublic ? <Bare /> : <InShell isAdmin={auth.isAdmin} />}</InTheme>
    </Suspense>
  )
}

function Bare() {
  return (
    <>
      <DemonstrationBanner />
      <Outlet />
    </>
  )
}

function InTheme({ children }: { children?: React.ReactNode }) {
  return createElement(themed.here ?? use(themed.load()), null, children)
}

function InShell({ isAdmin }: { isAdmin: boolean }) {
  const shell = shellOf(isAdmin)
  return createElement(shell.here ?? use(shell.load()), null, <Outlet />)
}
