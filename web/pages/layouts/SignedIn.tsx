import { lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { createElement, lazy, Suspense } from 'react'
import { readStored } from '#web/api/storage.ts'
import { OtherCircleAlert } from '#web/features/circle/OtherCircleAlert.tsx'
import { useSpeaking } from '#web/features/circle/roda.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'

const MemberShell = lazyRouteComponent(() => import('#web/features/shell/MemberShell.tsx'), 'MemberShell')
const Console = lazyRouteComponent(() => import('./Console.tsx'), 'Console')

/** Where its file cannot be fetched, the pages go on without it, and the home page says that nothing was verified. */
const LedgerWatch = lazy(() => import('#web/features/ledger/LedgerWatch.tsx').catch(() => ({ default: () => null })))

/**
 * Around all pages for which somebody is signed in: the shell of their role. Another person gets another shell, and
 * nothing of the former one's screen stays; while nobody knows who is signed in, nothing personal is drawn at all.
 */
function SignedIn() {
  const { user, isAdmin } = useAuth()
  const spoken = useSpeaking()
  if (!user) return <LoadingScreen />
  const isParticipant = isAdmin || user.adminApproved
  return createElement(
    isAdmin ? Console : MemberShell,
    { key: user.id },
    <>
      {isParticipant && (
        <Suspense fallback={null}>
          <LedgerWatch memberId={isAdmin ? null : user.id} />
        </Suspense>
      )}
      {!isAdmin && <OtherCircleAlert userId={user.id} />}
      <Outlet key={spoken} />
    </>,
  )
}

/**
 * Fetches the shell together with the page that stands in it: that of the stored role, since the profile is still
 * being read.
 */
SignedIn.preload = async () => {
  await (readStored().user?.role === 'ADMIN' ? Console : MemberShell).preload?.()
}

export { SignedIn }
