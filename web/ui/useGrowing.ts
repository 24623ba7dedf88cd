import { startTransition, useEffect, useState } from 'react'

/**
 * How many of so many parts of a long page are drawn by now: the first at once, another after each frame. What is drawn
 * together is also laid out together, and nothing interrupts that.
 */
export function useGrowing(parts: number): number {
  const [drawn, setDrawn] = useState(1)
  useEffect(() => {
    if (drawn >= parts) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      // A task of its own, after the frame itself.
      timer = setTimeout(() => startTransition(() => setDrawn(drawn + 1)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [drawn, parts])
  return Math.min(drawn, parts)
}
