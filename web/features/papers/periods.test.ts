import { expect, test } from 'vitest'
import { monthChoices, yearChoices } from './periods.ts'

test('the months to choose from begin with São Paulo’s present one and go back two years', () => {
  // In UTC it is December already.
  const choices = monthChoices(Date.parse('2026-12-01T02:30:00Z'))
  expect(choices[0]).toEqual({ value: '2026-11', label: 'novembro de 2026' })
  expect(choices.at(-1)!.value).toBe('2024-11')
  expect(choices).toHaveLength(25)
})

test('the years to choose from are the present one and the two before it', () => {
  expect(yearChoices(Date.parse('2027-01-01T02:00:00Z')).map(({ value }) => value)).toEqual(['2026', '2025', '2024'])
})
