let isOver = false
let sayOver = () => {}

/** Resolves once the first drawing is on the screen: what may come later waits for it. */
export const firstDraw = new Promise<void>((resolve) => (sayOver = resolve))

/** Whether the app has not been drawn yet: its first drawing is a transition, which the browser may interrupt anyway. */
export function isFirstDraw(): boolean {
  return !isOver
}

/** Called when the first drawing is on the screen. */
export function noteFirstDraw(): void {
  isOver = true
  sayOver()
}
