import { expect, test } from 'vitest'
import { CAPACITY, donationCurve, RADIUS } from './ring-geometry.ts'

test('no donation’s line crosses the text in the middle or leaves the ring, from any place to any other', () => {
  for (let from = 1; from <= CAPACITY; from += 1)
    for (let to = 1; to <= CAPACITY; to += 1) {
      if (from === to) continue
      const { start, control, end } = donationCurve(from, to)
      for (let t = 0; t <= 1; t += 0.05) {
        const at = (axis: 'x' | 'y') =>
          (1 - t) ** 2 * start[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * end[axis]
        const distance = Math.hypot(at('x'), at('y'))
        expect(distance, `${from} → ${to} at ${t.toFixed(2)}`).toBeGreaterThan(42)
        expect(distance, `${from} → ${to} at ${t.toFixed(2)}`).toBeLessThan(RADIUS)
      }
    }
})
