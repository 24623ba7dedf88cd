import type { ReactNode } from 'react'
import { Shell } from './Shell.tsx'

const items = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/users', label: 'Usuários' },
  { to: '/admin/queue', label: 'Fila de Doações' },
  { to: '/admin/donations', label: 'Doações' },
  { to: '/admin/reports', label: 'Reports' },
  { to: '/admin/settings', label: 'Configurações' },
]

export function AdminShell({ children }: { children: ReactNode }) {
  return (
    <Shell items={items} caption="Administração ·">
      {children}
    </Shell>
  )
}
