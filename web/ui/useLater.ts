import { useEffect, useEffectEvent } from 'react'

/** Calls back once, `ms` after `isDue` became true. Whoever calls it may be drawn again meanwhile: the time runs on. */
export function useLater(isDue: boolean, ms: number, callback: () => void): void {
  const onLater = useEffectEvent(callback)
  useEffect(() => {
    if (!isDue) return undefined
    const timer = setTimeout(() => onLater(), ms)
    return () => clearTimeout(timer)
  }, [isDue, ms])
}
