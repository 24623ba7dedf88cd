import { describe, expect, test } from 'vitest'
import { ticked } from './tick.ts'

const list = ['a', 'b', 'c', 'd', 'e']
const after = (now: string[], press: Parameters<typeof ticked>[2]) => [...ticked(new Set(now), list, press)].toSorted()

describe('ticking people of a list', () => {
  test('one press ticks one, and the next takes it back', () => {
    expect(after([], { last: null, id: 'b', isRange: false })).toEqual(['b'])
    expect(after(['b'], { last: 'b', id: 'b', isRange: false })).toEqual([])
  })

  test('with shift everything between the last press and this one follows it, in either direction', () => {
    expect(after(['b'], { last: 'b', id: 'd', isRange: true })).toEqual(['b', 'c', 'd'])
    expect(after(['d'], { last: 'd', id: 'b', isRange: true })).toEqual(['b', 'c', 'd'])
    expect(after(['a', 'b', 'c', 'd'], { last: 'b', id: 'd', isRange: true })).toEqual(['a'])
  })

  test('with shift and no press before, or one that is no longer on the list, one is ticked', () => {
    expect(after([], { last: null, id: 'c', isRange: true })).toEqual(['c'])
    expect(after(['z'], { last: 'z', id: 'c', isRange: true })).toEqual(['c', 'z'])
  })
})
