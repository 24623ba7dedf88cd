import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { startTransition, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { followNewVersions } from './api/new-version.ts'
import { askOnceReachable, queryClient } from './api/query.ts'
import { allowOwnCode } from './api/trusted-types.ts'
import { circleQuery } from './features/circle/api.ts'
import { followSession, onAuthChange, readAuth } from './features/session/session.ts'
import { PageFailed } from './pages/PageFailed.tsx'
import { router } from './router.tsx'
import { noteFirstDraw } from './ui/first-draw.ts'
import { followFocus } from './ui/kept-focus.ts'
import { followTaps } from './ui/second-tap.ts'
import { followTypedText, hasTypedText } from './ui/typed-text.ts'

allowOwnCode()
followTypedText()
followFocus()
followTaps()
followNewVersions(hasTypedText)
followSession()
askOnceReachable(queryClient)
// The guards decide anew whenever somebody else is signed in, or the same person may do other things.
let decidedFor = guardedState()
onAuthChange(() => {
  if (decidedFor === guardedState()) return
  decidedFor = guardedState()
  void router.invalidate()
})

function guardedState(): string {
  const { user, isAdmin, isMember } = readAuth()
  return JSON.stringify([user?.id, user?.adminApproved, isAdmin, isMember])
}

/** The circle is asked for together with who is signed in, so that waiting longer for it would be for a server in trouble. */
const CIRCLE_MS_MAX = 500

/**
 * Fetches all that the first page consists of, and asks who is signed in meanwhile: the page is then drawn at once,
 * not a part and a moment later the rest. Until then the HTML itself says that it loads. Whether the circle is a
 * demonstration is known by then too: its warning, once drawn, would push the page down as it goes.
 */
async function loadFirstPage(): Promise<void> {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById
  const matches: readonly { readonly routeId: string }[] = router.matchRoutes(router.latestLocation)
  for (const { routeId } of matches) void router.loadRouteChunk(routes[routeId]!)
  const circleKnown = queryClient.prefetchQuery(circleQuery)
  await router.load()
  await Promise.race([circleKnown, new Promise((resolve) => setTimeout(resolve, CIRCLE_MS_MAX))])
}

/** Draws the first page in slices, between which the browser answers: as a transition, which alone may be interrupted. */
function draw(): void {
  const app = (
    <StrictMode>
      <CatchBoundary getResetKey={() => 'app'} errorComponent={PageFailed}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <FirstDraw />
        </QueryClientProvider>
      </CatchBoundary>
    </StrictMode>
  )
  const root = createRoot(document.getElementById('root')!)
  startTransition(() => root.render(app))
}

function FirstDraw(): null {
  useEffect(noteFirstDraw, [])
  return null
}

// Not awaited here: the pages import from this file's chunk, and would wait for it while it waits for them. In a task of its
// own, since evaluating the app's files is a long one already.
setTimeout(() => void loadFirstPage().then(draw, draw))
