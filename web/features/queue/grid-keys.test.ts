import { expect, test } from 'vitest'
import { toggleSelection } from './selection.ts'
import { positionAfter } from './grid-keys.ts'

test('arrows walk the hundred places and stop at the edges', () => {
  expect(positionAfter(1, 'ArrowRight', false)).toBe(2)
  expect(positionAfter(10, 'ArrowRight', false)).toBe(11)
  expect(positionAfter(11, 'ArrowLeft', false)).toBe(10)
  expect(positionAfter(1, 'ArrowLeft', false)).toBe(1)
  expect(positionAfter(7, 'ArrowDown', false)).toBe(17)
  expect(positionAfter(97, 'ArrowDown', false)).toBe(97)
  expect(positionAfter(7, 'ArrowUp', false)).toBe(7)
  expect(positionAfter(100, 'ArrowRight', false)).toBe(100)
})

test('Home and End lead to the ends of the row, with Control to the ends of the queue', () => {
  expect(positionAfter(37, 'Home', false)).toBe(31)
  expect(positionAfter(37, 'End', false)).toBe(40)
  expect(positionAfter(40, 'Home', false)).toBe(31)
  expect(positionAfter(37, 'Home', true)).toBe(1)
  expect(positionAfter(37, 'End', true)).toBe(100)
  expect(positionAfter(37, 'Enter', false)).toBeNull()
})

test('with a maximum of two a third click is ignored, and clicking again deselects', () => {
  const two = toggleSelection(toggleSelection([], 'a', 2), 'b', 2)
  expect(two).toEqual(['a', 'b'])
  expect(toggleSelection(two, 'c', 2)).toEqual(['a', 'b'])
  expect(toggleSelection(two, 'a', 2)).toEqual(['b'])
  expect(toggleSelection(['a'], 'b', 1)).toEqual(['b'])
})
