import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { listenToEvents } from '#web/api/events.ts'
import { askAgain } from '#web/api/query.ts'
import { circleQuery } from '#web/features/circle/api.ts'
import { useNoCircle } from '#web/features/circle/no-circle.ts'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Shell } from './Shell.tsx'
import type { FindPart, MenuItem } from './Shell.tsx'

const items: readonly MenuItem[] = [
  { to: '/admin/dashboard', label: 'Dashboard' },
  { to: '/admin/users', label: 'Usuários' },
  { to: '/admin/join-links', label: 'Convites' },
  { to: '/admin/queue', label: 'Fila de Doações' },
  { to: '/admin/donations', label: 'Doações' },
  { to: '/admin/reports', label: 'Reports' },
  { to: '/admin/approvals', label: 'Aprovações' },
  { to: '/admin/settings', label: 'Configurações' },
  { to: '/admin/account', label: 'Minha conta' },
]

/** The same places in the words of a roda; those with a drawing are a phone's bar. */
const rodaItems: readonly MenuItem[] = [
  { to: '/admin/dashboard', label: 'Início', icon: 'home' },
  { to: '/admin/users', label: 'Pessoas', icon: 'people' },
  { to: '/admin/join-links', label: 'Convites' },
  { to: '/admin/queue', label: 'A ordem', icon: 'order' },
  { to: '/admin/donations', label: 'Doações', icon: 'give' },
  { to: '/roda', label: 'A roda' },
  { to: '/admin/reports', label: 'Problemas' },
  { to: '/admin/approvals', label: 'Aprovações' },
  { to: '/admin/settings', label: 'Ajustes', icon: 'more' },
  { to: '/admin/account', label: 'Minha conta' },
]

/** While there is no circle, the places that are about the installation or the reader: the others would have nothing to show. */
const firstItems = rodaItems.filter(({ to }) => ['/admin/dashboard', '/admin/settings', '/admin/account'].includes(to))

/** The way back to one's own four places. */
const ownPart: MenuItem = { to: '/home', label: 'A minha parte' }

/** Every administrator's screen follows what others do: a change in the circle is asked for anew. */
export function AdminShell({ Find, children }: { Find: FindPart; children?: ReactNode }) {
  const client = useQueryClient()
  // Which circle all of this is about, since there may be several.
  const { data: circle } = useQuery(circleQuery)
  const { user } = useAuth()
  useEffect(() => listenTogether((readBefore) => void askAgain(client, readBefore)), [client])
  const isRoda = useIsRoda() ?? false
  const hasNone = useNoCircle()
  return (
    <Shell
      items={[...(hasNone ? firstItems : isRoda ? rodaItems : items), ...(user?.takesPartIn ? [ownPart] : [])]}
      isBar={isRoda}
      caption={circle ? `${circle.name} ·` : 'Administração ·'}
      Find={Find}
    >
      {user?.auditor && (
        <Text size="sm" c="dimmed" mb="md">
          Você acompanha, sem alterar
        </Text>
      )}
      {children}
    </Shell>
  )
}

const TOGETHER_MS = 300

/** Changes come in rows when somebody works in bulk: those that come together are told once. */
function listenTogether(onChange: (readBefore?: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer = undefined
    onChange()
  }
  const stop = listenToEvents((readBefore) => {
    if (readBefore === undefined) timer ??= setTimeout(tell, TOGETHER_MS)
    else onChange(readBefore)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}
