import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { speakOfRoda } from '#web/text/say.ts'
import { circleQuery } from './api.ts'
import { useNoCircle } from './no-circle.ts'

/** Keeps how the circle was told at the last visit, so that a page begins in its words. */
const REMEMBERED = 'ciranda-roda'

/** Whether the circle has one level and is told as a roda (decision 057); undefined while nothing is known of it. */
export function useIsRoda(): boolean | undefined {
  const { data } = useQuery(circleQuery)
  if (data) return data.plan.levels.length === 1
  const remembered = localStorage.getItem(REMEMBERED)
  return remembered === null ? undefined : remembered === 'true'
}

/**
 * Has every sentence said in the words of the circle on screen. Answers a key for what is drawn with them: with other words
 * it has to be drawn anew. Null until it is known, on a device that never was here: what was typed meanwhile would be lost.
 */
export function useSpeaking(): string | null {
  const known = useIsRoda()
  const isAsked = useQuery(circleQuery).isLoading
  const [hasBegun, setBegun] = useState(false)
  if (!hasBegun && (known !== undefined || !isAsked)) setBegun(true)
  // Before there is a circle nobody meets the specification's words, which are those of a demonstration.
  const hasNone = useNoCircle()
  const isRoda = hasNone || (known ?? false)
  speakOfRoda(isRoda)
  useEffect(() => {
    if (known !== undefined) localStorage.setItem(REMEMBERED, String(known))
  }, [known])
  if (!hasBegun) return null
  return isRoda ? 'roda' : 'levels'
}

/** Whether the circle on screen has ended: nobody comes any more, nor goes but by their own choice. */
export const useIsOver = (): boolean => Boolean(useQuery(circleQuery).data?.closed_at)
