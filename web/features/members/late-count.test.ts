import { expect, test } from 'vitest'
import { lateCount } from './late-count.ts'

test('somebody who is late with two donations is counted once, and nobody who is not late', () => {
  expect(lateCount(new Map(Object.entries({ a: { late: 2 }, b: { late: 0 }, c: { late: 1 } })))).toBe(2)
})
