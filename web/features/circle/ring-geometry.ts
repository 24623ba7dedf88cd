export const CAPACITY = 100
export const RADIUS = 100
/** Fewer places than these would not look like a ring. */
const PLACES_MIN = 12
const DOT_MAX = 6

/**
 * How many places are drawn: as many as the circle has taken up, so that a circle of twelve is no arc of a hundred; never
 * more than the queue holds. `isWhole`: those that are taken are all that there are, as in a roda.
 */
export function placesOf(positions: readonly number[], { isWhole = false } = {}): number {
  return Math.min(CAPACITY, Math.max(isWhole ? 0 : PLACES_MIN, ...positions))
}

/** How large the dot of a place may be where so many stand around the ring. */
export function dotRadius(places: number, of: 'own' | 'receiver' | 'occupied' | 'free'): number {
  const usual = Math.min(DOT_MAX, ((2 * Math.PI * RADIUS) / places) * 0.42)
  return usual * { own: 1.9, receiver: 1.5, occupied: 1, free: 1 }[of]
}

/** The text in the middle reaches this far from the centre; no line comes nearer. */
const CLEAR_RADIUS = 46
/** Lines end at the dots, which are larger where there are fewer. */
const lineRadius = (places: number) => RADIUS - Math.max(7, dotRadius(places, 'receiver'))

export type Point = { readonly x: number; readonly y: number }
export type Curve = { readonly start: Point; readonly control: Point; readonly end: Point }

/** The point at which a position stands among so many: 1 at the top, then clockwise. */
export function pointOf(position: number, places = CAPACITY, radius = RADIUS): Point {
  const angle = ((position - 1) / places) * 2 * Math.PI - Math.PI / 2
  return { x: Math.cos(angle) * radius, y: Math.sin(angle) * radius }
}

/**
 * The quadratic curve of a donation between two positions. It bends towards the middle, so that neighbours' donations
 * can be told apart, and around the middle where the straight way would cross the text there.
 */
export function donationCurve(from: number, to: number, places: number): Curve {
  const reached = lineRadius(places)
  const start = pointOf(from, places, reached)
  const end = pointOf(to, places, reached)
  const chord = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  const distance = Math.hypot(chord.x, chord.y)
  // Opposite places have no side of their own: the curve then passes on the clockwise side of the start.
  const direction =
    distance > 1e-6 ? { x: chord.x / distance, y: chord.y / distance } : { x: -start.y / reached, y: start.x / reached }
  const middle = Math.max(distance * 0.8, CLEAR_RADIUS)
  const control = 2 * middle - distance
  return { start, control: { x: direction.x * control, y: direction.y * control }, end }
}

export function curvePath({ start, control, end }: Curve): string {
  const text = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`
  return `M ${text(start)} Q ${text(control)} ${text(end)}`
}
