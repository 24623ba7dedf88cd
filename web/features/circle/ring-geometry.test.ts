import { expect, test } from 'vitest'
import { CAPACITY, donationCurve, dotRadius, placesOf, pointOf, RADIUS } from './ring-geometry.ts'

test('no donation’s line crosses the text in the middle or leaves the ring, from any place to any other', () => {
  const crossing: string[] = []
  for (const [places, from, to] of everyPair([2, 3, 5, 7, 12, 13, 40, CAPACITY])) {
    if (from === to) continue
    const { start, control, end } = donationCurve(from, to, places)
    const distances = Array.from({ length: 21 }, (_, step) => {
      const t = step / 20
      const at = (axis: 'x' | 'y') => (1 - t) ** 2 * start[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * end[axis]
      return Math.hypot(at('x'), at('y'))
    })
    if (Math.min(...distances) <= 42 || Math.max(...distances) >= RADIUS) crossing.push(`${from} → ${to} of ${places}`)
  }
  expect(crossing).toEqual([])
})

test('a circle of twelve is a ring of twelve, and neighbours’ dots never touch, however many there are', () => {
  expect(placesOf([])).toBe(12)
  expect(placesOf([1, 12, 3])).toBe(12)
  expect(placesOf([1, 34])).toBe(34)
  expect(placesOf([CAPACITY])).toBe(CAPACITY)
  expect(placesOf([1, 7, 3], { isWhole: true })).toBe(7)
  for (let places = 2; places <= CAPACITY; places += 1) {
    const [a, b] = [pointOf(1, places), pointOf(2, places)]
    const apart = Math.hypot(a.x - b.x, a.y - b.y)
    expect(2 * dotRadius(places, 'occupied'), `${places} places`).toBeLessThan(apart)
  }
})

function everyPair(sizes: readonly number[]): [number, number, number][] {
  return sizes.flatMap((places) =>
    Array.from({ length: places * places }, (_, index): [number, number, number] => [
      places,
      Math.floor(index / places) + 1,
      (index % places) + 1,
    ]),
  )
}
