import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { runSequentially } from '#web/ui/run-sequentially.ts'
import type { Outcome } from '#web/ui/run-sequentially.ts'

export type BulkProgress<T> = { readonly outcome: Outcome<T>; readonly next: T }

/**
 * Bulk work as a screen shows it: how far it is, and a stop that takes effect before the next call. Leaving the screen stops
 * it too. What is cached under `refreshed` is read again at its end.
 */
export function useBulkOperation<T>(refreshed: readonly string[]) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<BulkProgress<T> | null>(null)
  const [isStopping, setStopping] = useState(false)
  const stopAsked = useRef(false)
  useEffect(() => () => void (stopAsked.current = true), [])

  const run = async (work: {
    items: readonly T[]
    act: (item: T) => Promise<unknown>
    onFailure: 'stop' | 'go on'
  }): Promise<Outcome<T>> => {
    stopAsked.current = false
    setStopping(false)
    try {
      return await runSequentially({
        ...work,
        onProgress: (outcome, next) => setProgress({ outcome, next }),
        isStopped: () => stopAsked.current,
      })
    } finally {
      setProgress(null)
      await client.invalidateQueries({ queryKey: refreshed })
    }
  }
  const stop = () => {
    stopAsked.current = true
    setStopping(true)
  }
  return { run, stop, isStopping, progress }
}
