import { expect, test } from 'vitest'
import { monthChoices, yearChoices } from './periods.ts'

const values = (choices: readonly { readonly value: string }[]) => choices.map(({ value }) => value)
/** In UTC it is December already. */
const NOVEMBER = Date.parse('2026-12-01T02:30:00Z')
const LONG_AGO = Date.parse('2021-05-01T12:00:00Z')

test('the months to choose from begin with São Paulo’s present one and go back to the circle’s first', () => {
  const choices = monthChoices(NOVEMBER, Date.parse('2026-09-01T02:00:00Z'))
  expect(choices[0]).toEqual({ value: '2026-11', label: 'novembro de 2026' })
  expect(values(choices)).toEqual(['2026-11', '2026-10', '2026-09', '2026-08'])
})

test('of an old circle they are two years, and of one made this month it is this month', () => {
  const choices = monthChoices(NOVEMBER, LONG_AGO)
  expect([choices.length, choices.at(-1)!.value]).toEqual([25, '2024-11'])
  expect(values(monthChoices(NOVEMBER, NOVEMBER))).toEqual(['2026-11'])
})

test('a clock set back before the circle began leaves the present month and year', () => {
  expect(values(monthChoices(LONG_AGO, NOVEMBER))).toEqual(['2021-05'])
  expect(values(yearChoices(LONG_AGO, NOVEMBER))).toEqual(['2021'])
})

test('the years to choose from are the present one and at most two before it, since there was a circle', () => {
  const newYear = Date.parse('2027-01-01T02:00:00Z')
  expect(values(yearChoices(newYear, LONG_AGO))).toEqual(['2026', '2025', '2024'])
  expect(values(yearChoices(newYear, Date.parse('2025-06-01T12:00:00Z')))).toEqual(['2026', '2025'])
  expect(values(yearChoices(newYear, newYear))).toEqual(['2026'])
})
