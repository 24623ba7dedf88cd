import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { listenToEvents } from '#web/api/events.ts'
import { Shell } from './Shell.tsx'

const items = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/users', label: 'Usuários' },
  { to: '/admin/queue', label: 'Fila de Doações' },
  { to: '/admin/donations', label: 'Doações' },
  { to: '/admin/reports', label: 'Reports' },
  { to: '/admin/settings', label: 'Configurações' },
]

/** Every administrator's screen follows what others do: a change in the circle is asked for anew. */
export function AdminShell({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  useEffect(() => listenToEvents(() => void client.invalidateQueries()), [client])
  return (
    <Shell items={items} caption="Administração ·">
      {children}
    </Shell>
  )
}
