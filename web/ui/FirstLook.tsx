import './first-look.css'
import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { LoadingRows } from './states.tsx'

/** So long the rest of a page waits for its slowest reading. */
const LONGEST_MS = 1_000
/** A reading that begins once another has come, has begun by then. */
const SETTLED_MS = 50

/**
 * Shows its parts together, once all that they read at first is there, or after a second: nothing moves from under a finger that is
 * on its way to it.
 */
export function FirstLook({ gap = 'lg', children }: { gap?: 'sm' | 'md' | 'lg'; children: ReactNode }) {
  const client = useQueryClient()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isShown) return
    const show = () => setShown(true)
    const isReading = () => client.isFetching({ predicate: ({ state }) => state.status === 'pending' }) > 0
    // A page whose readings this device keeps is shown at once.
    if (!isReading()) return show()
    let settled: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(settled)
      settled = isReading() ? undefined : setTimeout(show, SETTLED_MS)
    }
    const stop = client.getQueryCache().subscribe(look)
    const longest = setTimeout(show, LONGEST_MS)
    return () => {
      stop()
      clearTimeout(settled)
      clearTimeout(longest)
    }
  }, [client, isShown])
  return (
    <div className={isShown ? undefined : 'first-look'}>
      <Stack gap={gap}>{children}</Stack>
      {!isShown && <LoadingRows />}
    </div>
  )
}
