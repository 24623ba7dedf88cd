import { useCallback, useRef, useState } from 'react'
import { ticked } from './tick.ts'

/**
 * The ticks of a list, given as its ids with a space between them. The press is the same function while the list is, so
 * that a tick draws one box anew and not a hundred.
 */
export function useTicks(list: string) {
  const [ids, select] = useState<ReadonlySet<string>>(new Set())
  const lastPressed = useRef<string | null>(null)
  const press = useCallback(
    (id: string, isRange: boolean) => {
      const last = lastPressed.current
      lastPressed.current = id
      select((now) => ticked(now, list.split(' '), { last, id, isRange }))
    },
    [list],
  )
  return { ids, select, press }
}
