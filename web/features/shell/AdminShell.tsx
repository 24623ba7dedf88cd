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

/** Changes come in rows when somebody works in bulk: what is shown is asked for anew once for those that come together. */
const TOGETHER_MS = 300

/** Every administrator's screen follows what others do: a change in the circle is asked for anew. */
export function AdminShell({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = undefined
      void client.invalidateQueries()
    }
    const stop = listenToEvents(() => (timer ??= setTimeout(ask, TOGETHER_MS)))
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [client])
  return (
    <Shell items={items} caption="Administração ·">
      {children}
    </Shell>
  )
}
