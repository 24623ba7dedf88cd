import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { DemonstrationBanner } from '#web/features/circle/DemonstrationBanner.tsx'
import { useAuth } from '#web/features/session/AuthProvider.tsx'
import { redirectFor } from '#web/features/session/guards.ts'
import { AdminShell } from '#web/features/shell/AdminShell.tsx'
import { MemberShell } from '#web/features/shell/MemberShell.tsx'
import { LoadingScreen } from '#web/ui/states.tsx'

/** What every page stands in: the demonstration's warning, the guard, and the shell of who is signed in. */
export function Frame() {
  const { pathname } = useLocation()
  const auth = useAuth()
  const isPublic = pathname === '/login' || pathname === '/register'
  if (auth.isLoading && !isPublic) return <LoadingScreen />
  const elsewhere = redirectFor(pathname, auth)
  if (elsewhere) return <Navigate to={elsewhere} replace />
  if (isPublic || !auth.user) {
    return (
      <>
        <DemonstrationBanner />
        <Outlet />
      </>
    )
  }
  const Shell = auth.isAdmin ? AdminShell : MemberShell
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}
