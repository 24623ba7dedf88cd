import { lazyRouteComponent, Outlet, useLocation } from '@tanstack/react-router'
import { createElement, lazy, Suspense } from 'react'
import { realCircleOf } from '#web/api/registered-in.ts'
import { isMember as takesPart, readStored } from '#web/api/storage.ts'
import { OwnCircle } from '#web/features/circle/OwnCircle.tsx'
import { OtherAccountAlert } from '#web/features/circle/OtherAccountAlert.tsx'
import { OtherCircleAlert } from '#web/features/circle/OtherCircleAlert.tsx'
import { useSpeaking } from '#web/features/circle/roda.ts'
import { useHolder } from '#web/features/circle/useHolder.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { firstDraw } from '#web/ui/first-draw.ts'
import { LoadingScreen } from '#web/ui/LoadingScreen.tsx'

/** Where an administrator's pages begin. */
const CONSOLE = '/admin'

const MemberShell = lazyRouteComponent(() => import('#web/features/shell/MemberShell.tsx'), 'MemberShell')
const Console = lazyRouteComponent(() => import('./Console.tsx'), 'Console')

/**
 * It begins once the page is drawn. Where its file cannot be fetched, the pages go on without it, and the home page says that
 * nothing was verified.
 */
const LedgerWatch = lazy(async () => {
  await firstDraw
  return import('#web/features/ledger/LedgerWatch.tsx').catch(() => ({ default: () => null }))
})

/**
 * Around all pages for which somebody is signed in: the shell of their role, and an organiser who takes part has both.
 * Another person gets another shell, and
 * nothing of the former one's screen stays; while nobody knows who is signed in, nothing personal is drawn at all.
 */
function SignedIn() {
  const { user, isAdmin, isMember } = useAuth()
  const inConsole = useLocation({ select: ({ pathname }) => pathname.startsWith(CONSOLE) })
  const spoken = useSpeaking()
  const holder = useHolder()
  if (!user) return <LoadingScreen />
  // An approval does not end, and so the server's word does not end the watch for a member whom this device knows.
  const isParticipant = isAdmin || user.adminApproved || realCircleOf(user.id) !== null
  return createElement(
    isMember && !inConsole ? MemberShell : Console,
    { key: user.id },
    <>
      {isParticipant && (
        <Suspense fallback={null}>
          <LedgerWatch holder={holder} />
        </Suspense>
      )}
      <OtherAccountAlert userId={user.id} />
      {!isAdmin && <OtherCircleAlert userId={user.id} />}
      {user.takesPartIn && !inConsole && <OwnCircle circleId={user.takesPartIn} />}
      {spoken === null ? <LoadingScreen /> : <Outlet key={spoken} />}
    </>,
  )
}

/**
 * Fetches the shell together with the page that stands in it: that of the stored role, since the profile is still
 * being read.
 */
SignedIn.preload = async () => {
  const isOwn = takesPart(readStored().user) && !location.pathname.startsWith(CONSOLE)
  await (isOwn ? MemberShell : Console).preload?.()
}

export { SignedIn }
