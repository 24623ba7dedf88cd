import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { DemonstrationBanner } from '#web/features/circle/DemonstrationBanner.tsx'
import { useAuth } from '#web/features/session/AuthProvider.tsx'
import { redirectFor } from '#web/features/session/guards.ts'
import { readStored } from '#web/api/storage.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'

const themed = () => import('#web/ui/Themed.tsx')
const memberShell = () => import('#web/features/shell/MemberShell.tsx').then(({ MemberShell: component }) => ({ default: component }))
const adminShell = () => import('#web/features/shell/AdminShell.tsx').then(({ AdminShell: component }) => ({ default: component }))

const Themed = lazy(themed)
const MemberShell = lazy(memberShell)
const AdminShell = lazy(adminShell)

// Who was here before needs these for sure: they come while the profile is read, not after it.
const { user: remembered } = readStored()
if (remembered) void Promise.all([themed(), remembered.role === 'ADMIN' ? adminShell() : memberShell()]).catch(() => undefined)

/** What every page stands in: the demonstration's warning, the guard, and the shell of who is signed in. */
export function Frame() {
  const { pathname } = useLocation()
  const auth = useAuth()
  const isPublic = ['/login', '/register', '/terms'].includes(pathname)
  if (auth.isLoading && !isPublic) return <LoadingScreen />
  const elsewhere = redirectFor(pathname, auth)
  if (elsewhere) return <Navigate to={elsewhere} replace />
  if (pathname === '/login' || (!isPublic && !auth.user)) {
    return (
      <>
        <DemonstrationBanner />
        <Outlet />
      </>
    )
  }
  const Shell = auth.isAdmin ? AdminShell : MemberShell
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Themed>
        {isPublic ? (
          <>
            <DemonstrationBanner />
            <Outlet />
          </>
        ) : (
          <Shell>
            <Outlet />
          </Shell>
        )}
      </Themed>
    </Suspense>
  )
}
