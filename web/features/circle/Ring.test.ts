import { expect, test } from 'vitest'
import { describeRing } from './Ring.tsx'

test('who has two places hears of both', () => {
  const places = [1, 2, 3].map((position) => ({ position, receiver: position === 1, own: position > 1 }))
  const ring = { period: '2026-11', people: { asked: 0, paid: 0 }, gifts: [] }
  expect(describeRing({ ...ring, places } as never)).toContain('Os seus são os lugares 2 e 3.')
  expect(describeRing({ ...ring, places: places.slice(0, 2) } as never)).toContain('O seu é o lugar 2.')
})
