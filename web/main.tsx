import './ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query.ts'
import { allowOwnCode } from './api/trusted-types.ts'
import { AuthProvider } from './features/session/AuthProvider.tsx'
import { router } from './router.tsx'

allowOwnCode()
// The component library would set it after its first paint, and flash the other scheme's letters.
const night = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => {
  document.documentElement.dataset['mantineColorScheme'] = night.matches ? 'dark' : 'light'
}
followScheme()
night.addEventListener('change', followScheme)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <RouterProvider router={router} />
      </AuthProvider>
    </QueryClientProvider>
  </StrictMode>,
)
