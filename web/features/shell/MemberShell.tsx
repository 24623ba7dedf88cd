import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { request } from '#web/api/client.ts'
import { listenToEvents } from '#web/api/events.ts'
import { persistQueries } from '#web/api/persist-queries.ts'
import { registerServiceWorker } from '#web/api/register-service-worker.ts'
import { PUSH_OWNER } from '#web/api/storage.ts'
import { ConsentNotice } from '#web/features/circle/consent/ConsentNotice.tsx'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Shell } from './Shell.tsx'

const unresolvedQuery = queryOptions({
  queryKey: ['donations', 'reports', 'unresolved'],
  queryFn: async () =>
    (await request('GET /donations/reports', { query: { page: '1', limit: '100', resolved: 'false' } })).pagination
      .totalItems,
  refetchInterval: 30_000,
  retry: false,
})

const SIGNS_AFTER_MS = 1_500

/** Where it fails, acts go unsigned and say so; the next visit tries again. */
async function makeDeviceSign(userId: string): Promise<void> {
  const { addDevice } = await import('#web/api/device-key.ts')
  await addDevice(userId, { isQuiet: true }).catch(() => undefined)
}

/** Where this person turned notices on here: the server learns of a new session, or of a changed address. */
async function keepPush(userId: string, client: QueryClient): Promise<void> {
  if (localStorage.getItem(PUSH_OWNER) !== userId) return
  const { renewPush } = await import('#web/api/push.ts')
  if (await renewPush(userId).catch(() => false)) void client.invalidateQueries({ queryKey: ['push-devices'] })
}

export function MemberShell({ children }: { children?: ReactNode }) {
  const { user, reload } = useAuth()
  const client = useQueryClient()
  const isApproved = user?.adminApproved ?? false
  // A check that fails shows no count, silently.
  const { data: unresolved = 0, isError } = useQuery({ ...unresolvedQuery, enabled: isApproved })

  useEffect(
    () =>
      listenToEvents(() => {
        void client.invalidateQueries()
        if (!isApproved) void reload()
      }),
    [client, isApproved, reload],
  )

  const userId = user?.id
  useEffect(() => {
    if (userId === undefined) return undefined
    // In a task of its own, after what drew the page.
    const timer = setTimeout(registerServiceWorker)
    const stop = persistQueries(userId)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [userId])

  useEffect(() => {
    if (userId === undefined || !isApproved) return undefined
    // Once the page stands: nothing of it waits for this device's key.
    const timer = setTimeout(() => {
      void makeDeviceSign(userId)
      void keepPush(userId, client)
    }, SIGNS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, userId, isApproved])

  const items = [
    { to: '/home', label: 'Início' },
    { to: '/donations', label: 'Doações' },
    { to: '/reports', label: 'Reports', count: isError ? 0 : unresolved },
    { to: '/profile', label: 'Perfil' },
  ]
  return (
    <Shell items={items} caption="Olá,">
      <ConsentNotice />
      {children}
    </Shell>
  )
}
