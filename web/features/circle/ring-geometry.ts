export const CAPACITY = 100
export const RADIUS = 100
/** The text in the middle reaches this far from the centre; no line comes nearer. */
const CLEAR_RADIUS = 46
const LINE_RADIUS = RADIUS - 7

export type Point = { readonly x: number; readonly y: number }
export type Curve = { readonly start: Point; readonly control: Point; readonly end: Point }

/** The point at which a position stands on the circle: 1 at the top, then clockwise. */
export function pointOf(position: number, radius = RADIUS): Point {
  const angle = ((position - 1) / CAPACITY) * 2 * Math.PI - Math.PI / 2
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius }
}

/**
 * The quadratic curve of a donation between two positions. It bends towards the middle, so that neighbours' donations
 * can be told apart, and around the middle where the straight way would cross the text there.
 */
export function donationCurve(from: number, to: number): Curve {
  const start = pointOf(from, LINE_RADIUS)
  const end = pointOf(to, LINE_RADIUS)
  const chord = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  const distance = Math.hypot(chord.x, chord.y)
  // Opposite places have no side of their own: the curve then passes on the clockwise side of the start.
  const direction =
    distance > 1e-6
      ? { x: chord.x / distance, y: chord.y / distance }
      : { x: -start.y / LINE_RADIUS, y: start.x / LINE_RADIUS }
  const middle = Math.max(distance * 0.8, CLEAR_RADIUS)
  const reach = 2 * middle - distance
  return { start, control: { x: direction.x * reach, y: direction.y * reach }, end }
}

export function curvePath({ start, control, end }: Curve): string {
  const text = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`
  return `M ${text(start)} Q ${text(control)} ${text(end)}`
}
