import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { request } from '#web/api/client.ts'
import { listenToEvents } from '#web/api/events.ts'
import { persistQueries } from '#web/api/persist-queries.ts'
import { askAgain } from '#web/api/query.ts'
import { quietly } from '#web/api/quietly.ts'
import { registerServiceWorker } from '#web/api/register-service-worker.ts'
import { PUSH_OWNER, readHelper } from '#web/api/storage.ts'
import { ConsentNotice } from '#web/features/circle/consent/ConsentNotice.tsx'
import { useIsRoda } from '#web/features/circle/roda.ts'
import { useAuth } from '#web/features/session/useAuth.ts'
import { Shell } from './Shell.tsx'
import type { MenuItem } from './Shell.tsx'
import { unresolvedQuery } from './unread.ts'

/** So long after the page stands a device adds its key: nothing that is shown waits for it. */
const SIGNS_AFTER_MS = 1_500

/** Where it fails, acts go unsigned and say so; the next visit tries again. */
async function makeDeviceSign(userId: string): Promise<void> {
  const { addDevice, addedIn } = await import('#web/api/device-key.ts')
  await quietly(async () => {
    // Somebody who is helped has no phone of their own: this one is another's.
    if ((await addedIn(userId)) === null && (await request('GET /me/helping')).helper !== null) return
    const { holdsAt } = await addDevice(userId, { isQuiet: true })
    if (holdsAt) (await import('#web/api/signed-request.ts')).sayItWaits(holdsAt)
  })
}

/** Where this person turned notices on here: the server learns of a new session, or of a changed address. */
async function keepPush(userId: string, client: QueryClient): Promise<void> {
  if (localStorage.getItem(PUSH_OWNER) !== userId) return
  const { renewPush } = await import('#web/api/push.ts')
  if (await renewPush(userId).catch(() => false)) void client.invalidateQueries({ queryKey: ['push-devices'] })
}

/** The places of a roda, or those of the specification. `count`: how many of the reader's reports are not resolved. */
function placesOf(isRoda: boolean, isApproved: boolean, count: number): MenuItem[] {
  if (!isRoda)
    return [
      { to: '/home', label: 'Início' },
      { to: '/donations', label: 'Doações' },
      { to: '/reports', label: 'Reports', count },
      { to: '/profile', label: 'Perfil' },
    ]
  return [
    { to: '/home', label: 'Início', icon: 'home' },
    { to: '/donations', label: 'Doações', icon: 'give' },
    ...(isApproved ? [{ to: '/roda', label: 'A roda', icon: 'ring' } as const] : []),
    { to: '/profile', label: 'Eu', icon: 'person', count },
  ]
}

export function MemberShell({ children }: { children?: ReactNode }) {
  const { user, reload } = useAuth()
  const client = useQueryClient()
  const isApproved = user?.adminApproved ?? false
  // A check that fails shows no count, silently.
  const { data: unresolved = 0, isError } = useQuery({ ...unresolvedQuery, enabled: isApproved })

  useEffect(
    () =>
      listenToEvents((readBefore) => {
        void askAgain(client, readBefore)
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
    // A helper signs with their own key, and is told of their own matters.
    if (userId === undefined || !isApproved || readHelper()) return undefined
    // Once the page stands: nothing of it waits for this device's key.
    const timer = setTimeout(() => {
      void makeDeviceSign(userId)
      void keepPush(userId, client)
    }, SIGNS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, userId, isApproved])

  const isRoda = useIsRoda() ?? false
  return (
    <Shell items={placesOf(isRoda, isApproved, isError ? 0 : unresolved)} isBar={isRoda} caption="Olá,">
      <ConsentNotice />
      {children}
    </Shell>
  )
}
