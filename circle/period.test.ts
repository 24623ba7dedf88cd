import { describe, expect, test } from 'vitest'
import { periodOf } from './period.ts'

const at = (instant: string) => periodOf(Date.parse(instant))

describe('a period is a calendar month in America/Sao_Paulo', () => {
  test('it begins at midnight there, three hours after midnight UTC', () => {
    expect(at('2026-12-01T02:59:59.999Z')).toBe('2026-11')
    expect(at('2026-12-01T03:00:00.000Z')).toBe('2026-12')
  })

  test('the year turns at midnight in São Paulo', () => {
    expect(at('2027-01-01T02:59:59.999Z')).toBe('2026-12')
    expect(at('2027-01-01T03:00:00.000Z')).toBe('2027-01')
  })

  test('the 29th of February belongs to February, and only in leap years', () => {
    expect(at('2028-02-29T12:00:00Z')).toBe('2028-02')
    expect(at('2028-03-01T02:59:59Z')).toBe('2028-02')
    expect(at('2027-03-01T02:59:59Z')).toBe('2027-02')
    expect(at('2027-03-01T03:00:00Z')).toBe('2027-03')
  })

  test('under daylight saving, kept until 2019, midnight was two hours after midnight UTC', () => {
    expect(at('2018-12-01T01:59:59Z')).toBe('2018-11')
    expect(at('2018-12-01T02:00:00Z')).toBe('2018-12')
    expect(at('2019-02-01T02:00:00Z')).toBe('2019-02')
    expect(at('2019-03-01T02:59:59Z')).toBe('2019-02')
  })

  test('there is no daylight saving today, in summer or winter', () => {
    expect(at('2026-02-01T02:30:00Z')).toBe('2026-01')
    expect(at('2026-07-01T02:30:00Z')).toBe('2026-06')
  })

  test('periods sort as text in the order of time', () => {
    const instants = ['2026-01-15', '2026-02-15', '2026-09-15', '2026-10-15', '2027-01-15'].map((day) =>
      at(`${day}T12:00:00Z`),
    )
    expect(instants.toSorted()).toEqual(instants)
  })
})
