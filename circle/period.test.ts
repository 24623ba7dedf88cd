import { describe, expect, test } from 'vitest'
import { nextPeriod, nextPull, periodOf, periodStart } from './period.ts'

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

describe('when a period begins and which one follows', () => {
  test('a period begins at midnight of its first day in São Paulo, and is over when the next begins', () => {
    expect(new Date(periodStart('2026-11')).toISOString()).toBe('2026-11-01T03:00:00.000Z')
    expect(periodOf(periodStart('2027-01'))).toBe('2027-01')
    expect(periodOf(periodStart('2027-01') - 1)).toBe('2026-12')
  })

  test('December is followed by January of the next year', () => {
    expect(['2026-01', '2026-09', '2026-12'].map(nextPeriod)).toEqual(['2026-02', '2026-10', '2027-01'])
  })
})

describe('the next pull', () => {
  const next = (pulled: string | null, instant: string) => {
    const { period, fromAt, isDue } = nextPull(pulled, Date.parse(instant))
    return [period, new Date(fromAt).toISOString(), isDue]
  }

  test('is the present month’s, and due, while nothing was pulled in it', () => {
    expect(next(null, '2026-11-10T12:00:00Z')).toEqual(['2026-11', '2026-11-01T03:00:00.000Z', true])
    // Months in which nothing was pulled are not caught up on.
    expect(next('2026-11', '2027-03-15T12:00:00Z')).toEqual(['2027-03', '2027-03-01T03:00:00.000Z', true])
  })

  test('is the following month’s once this month was pulled, and due from its first instant', () => {
    expect(next('2026-12', '2026-12-10T12:00:00Z')).toEqual(['2027-01', '2027-01-01T03:00:00.000Z', false])
    expect(next('2026-12', '2027-01-01T02:59:59.999Z')[2]).toBe(false)
    expect(next('2026-12', '2027-01-01T03:00:00.000Z')[2]).toBe(true)
  })
})
