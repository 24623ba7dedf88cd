import { useEffect, useSyncExternalStore } from 'react'
import { isConnected, onConnectionChange } from '#web/api/connection.ts'
import { noteChecks } from './unchecked.ts'
import type { Checked } from './unchecked.ts'

/** A check that takes so long is one that does not succeed, until it does: a server may answer it for ever. */
const SLOW_MS = 60_000

/**
 * Remembers how a check fares: true, false, or null while it is waited for. Whoever has no network is told that; but a server that
 * breaks off this call alone is reached by the next one. `isWaited`: the call is on its way.
 */
export function useChecks(what: Checked, fares: boolean | null, isWaited = true): void {
  const isReached = useSyncExternalStore(onConnectionChange, isConnected)
  useEffect(() => {
    if (fares !== null && (fares || isReached)) noteChecks(what, fares, Date.now())
    if (fares !== null || !isReached || !isWaited) return
    const timer = setTimeout(() => noteChecks(what, false, Date.now()), SLOW_MS)
    return () => clearTimeout(timer)
  }, [what, fares, isReached, isWaited])
}
