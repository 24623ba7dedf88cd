import { QueryClientProvider } from '@tanstack/react-query'
import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import type { AnyRoute } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followNewVersions } from './api/new-version.ts'
import { queryClient } from './api/query.ts'
import { allowOwnCode } from './api/trusted-types.ts'
import { followSession, onAuthChange, onForgetting, readAuth } from './features/session/session.ts'
import { PageFailed } from './pages/PageFailed.tsx'
import { router } from './router.tsx'
import { followFocus } from './ui/kept-focus.ts'
import { followTypedText, hasTypedText } from './ui/typed-text.ts'

allowOwnCode()
followTypedText()
followFocus()
followNewVersions(hasTypedText)
onForgetting(() => queryClient.clear())
followSession()
// The guards decide anew whenever somebody else is signed in, or the same person may do other things.
let decidedFor = guardedState()
onAuthChange(() => {
  if (decidedFor === guardedState()) return
  decidedFor = guardedState()
  void router.invalidate()
})

function guardedState(): string {
  const { user, isAdmin } = readAuth()
  return JSON.stringify([user?.id, user?.adminApproved, isAdmin])
}

/**
 * Fetches all that the first page consists of, and asks who is signed in meanwhile: the page is then drawn at once,
 * not a part and a moment later the rest. Until then the HTML itself says that it loads.
 */
async function loadFirstPage(): Promise<void> {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById
  const matches: readonly { readonly routeId: string }[] = router.matchRoutes(router.latestLocation)
  for (const { routeId } of matches) void router.loadRouteChunk(routes[routeId]!)
  await router.load()
}

/** Draws the first page in slices, between which the browser answers: as a transition, which alone may be interrupted. */
function draw(): void {
  const app = (
    <StrictMode>
      <CatchBoundary getResetKey={() => 'app'} errorComponent={PageFailed}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </CatchBoundary>
    </StrictMode>
  )
  const root = createRoot(document.getElementById('root')!)
  startTransition(() => root.render(app))
}

// Not awaited here: the pages import from this file's chunk, and would wait for it while it waits for them.
void loadFirstPage().then(draw, draw)
