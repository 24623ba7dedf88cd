import { expect, test } from 'vitest'
import { untilText } from './deadlines.ts'

const NOW = Date.parse('2027-01-10T12:00:00-03:00')

test('a deadline at the very beginning of a day is told by the day before, on which it can still be met', () => {
  expect(untilText('2027-01-31T00:00:00-03:00', NOW)).toBe('Até 30/01, sábado')
  expect(untilText('2027-01-31T00:01:00-03:00', NOW)).toBe('Até 30/01, sábado')
  expect(untilText('2027-01-31T09:00:00-03:00', NOW)).toBe('Até 31/01, domingo')
  expect(untilText('2028-01-31T00:00:00-03:00', NOW)).toBe('Até 30/01/2028')
  // With its hour it is exact.
  expect(untilText('2027-01-31T00:00:00-03:00', Date.parse('2027-01-30T12:00:00-03:00'))).toBe(
    'Até amanhã, 31/01 às 0h (faltam 12h 0min)',
  )
})
