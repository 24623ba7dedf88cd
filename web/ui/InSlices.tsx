import { useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { isFirstDraw } from './first-draw.ts'

/**
 * Draws a long part of a page in slices, between which the page answers; `meanwhile` stands there until it is first done,
 * and later the part as it was. Data that arrives is drawn at a stretch otherwise, because React interrupts nothing that
 * comes from a store. The app's first drawing is in slices as a whole, so what is there by then is drawn with it, not a
 * drawing later. Fields whose value is kept outside of it don't belong in it: they would lag behind the typing.
 */
export function InSlices({ children, meanwhile = null }: { children: ReactNode; meanwhile?: ReactNode }) {
  return useDeferredValue(children, isFirstDraw() ? undefined : meanwhile)
}
