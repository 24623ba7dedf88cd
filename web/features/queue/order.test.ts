import { expect, test } from 'vitest'
import { dropIndex, moved } from './order.ts'

test('an item moves to its new index, and the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})

test('a pointer is over the row that it is in, and never over none', () => {
  const rows = [{ bottom: 10 }, { bottom: 20 }, { bottom: 30 }]
  expect([-5, 9, 10, 29, 99].map((y) => dropIndex(rows, y))).toEqual([0, 0, 1, 2, 2])
})
