import { useSyncExternalStore } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { isConnected, onConnectionChange } from '#web/api/connection.ts'
import { momentText } from '#web/text/dates.ts'

/**
 * Says when there is no way to the server, and how old what is on the screen is. Nothing can be sent meanwhile, and
 * nothing claims to be.
 */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(onConnectionChange, isConnected)
  const client = useQueryClient()
  if (isOnline) return null
  const newest = Math.max(
    0,
    ...client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
  )
  return (
    <div className="offline" role="status">
      <strong>Sem conexão.</strong>{' '}
      {newest > 0
        ? `Você vê o que foi lido em ${momentText(new Date(newest).toISOString())}.`
        : 'Nada foi lido ainda neste aparelho.'}{' '}
      Nada pode ser enviado agora.
    </div>
  )
}
