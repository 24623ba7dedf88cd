/** A double tap takes no longer, and its two taps lie within so many pixels. */
const TWICE_MS = 500
const NEAR_PX = 32

/**
 * Takes away the second tap of a double tap in a dialog that the first one closed: it would press whatever lies beneath.
 */
export function followTaps(): void {
  let last: { readonly x: number; readonly y: number; readonly at: number } | null = null
  addEventListener(
    'click',
    (event) => {
      const { target, clientX: x, clientY: y, timeStamp: at, detail } = event
      // Zero is a press by the keys, or by a screen reader.
      if (detail === 0 || !(target instanceof Element)) return
      const isTwice = last !== null && at - last.at < TWICE_MS && Math.hypot(x - last.x, y - last.y) < NEAR_PX
      last = target.closest('[role=dialog]') ? { x, y, at } : null
      if (!isTwice || last) return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
}
