import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { readStored } from './api/storage.ts'
import { allowOwnCode } from './api/trusted-types.ts'
import { AuthProvider } from './features/session/AuthProvider.tsx'
import { shellOf, themed } from './pages/parts.ts'
import { router } from './router.tsx'

allowOwnCode()
// The component library would set it after its first paint, and flash the other scheme's letters.
const night = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => {
  document.documentElement.dataset['mantineColorScheme'] = night.matches ? 'dark' : 'light'
}
followScheme()
night.addEventListener('change', followScheme)

/** Who was here before sees their page at once when it is drawn, not a part and then, a moment later, the rest. */
async function fetchFirstPage(): Promise<void> {
  const { user } = readStored()
  if (user) await Promise.allSettled([themed.load(), shellOf(user.role === 'ADMIN').load(), router.load()])
}

function draw(): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <RouterProvider router={router} />
        </AuthProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
}

// Not awaited here: the pages import from this file's chunk, and would wait for it while it waits for them.
void fetchFirstPage().then(draw)
