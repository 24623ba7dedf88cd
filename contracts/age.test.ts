import { describe, expect, test } from 'vitest'
import { ageOn, dayOf, isDay } from './age.ts'

describe('age', () => {
  test('grows on the birthday itself, not with the year', () => {
    expect(ageOn('2008-11-22', '2026-11-21')).toBe(17)
    expect(ageOn('2008-11-22', '2026-11-22')).toBe(18)
    expect(ageOn('2008-12-31', '2026-01-01')).toBe(17)
  })

  test('of one born on 29 February grows on 1 March in other years', () => {
    expect(ageOn('2008-02-29', '2026-02-28')).toBe(17)
    expect(ageOn('2008-02-29', '2026-03-01')).toBe(18)
  })

  test('is counted in days of São Paulo', () => {
    expect(dayOf(Date.UTC(2026, 10, 22, 2, 59))).toBe('2026-11-21')
    expect(dayOf(Date.UTC(2026, 10, 22, 3, 0))).toBe('2026-11-22')
  })

  test('is counted alike in an engine that writes whole dates in another order', () => {
    const own = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')!
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', { ...own, get: () => () => '11/22/2026' })
    try {
      expect(dayOf(Date.UTC(2026, 10, 22, 3, 0))).toBe('2026-11-22')
    } finally {
      Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', own)
    }
  })

  test('takes only days that exist', () => {
    expect(['2026-11-21', '2024-02-29'].map(isDay)).toEqual([true, true])
    expect(
      ['2026-02-29', '2026-13-01', '2026-1-1', '21/11/2026', '', '2026-11-21T00:00:00Z', '+02026-11-21'].some(isDay),
    ).toBe(false)
  })
})
