import { expect, test } from 'vitest'
import { momentInWords } from './dates.ts'
import { deadlineText, untilText } from './deadlines.ts'

const now = Date.parse('2026-11-10T12:00:00.000Z')

test('a deadline is said in words first, and then by the clock', () => {
  expect(deadlineText('2026-12-07T12:00:00.000Z', now)).toBe('Vence em 27 dias, 07/12 às 09h (faltam 648h 0min)')
  expect(deadlineText('2026-11-10T15:30:00.000Z', now)).toBe('Vence hoje, 10/11 às 12h (faltam 3h 30min)')
  expect(deadlineText('2026-11-11T12:00:00.000Z', now)).toBe('Vence amanhã, 11/11 às 09h (faltam 24h 0min)')
})

test('a deadline that has passed says so in the word of the specification', () => {
  // In a roda a deadline that passed is no end.
  expect(untilText('2026-11-09T12:00:00.000Z', now)).toBe('Venceu em 09/11 às 9h, e ainda pode ser paga')
  expect(deadlineText('2026-11-09T12:00:00.000Z', now)).toBe('Expirado: venceu em 09/11 às 09h')
})

test('a deadline of another year has its year', () => {
  expect(untilText('2026-12-20T12:00:00.000Z', now)).toBe('Até 20/12, domingo')
  expect(untilText('2027-10-31T12:00:00.000Z', now)).toBe('Até 31/10/2027')
})

test('a moment in words has its day, month and year, by the clock of São Paulo', () => {
  expect(momentInWords('2026-11-10T15:05:00.000Z')).toBe('10 de novembro de 2026, às 12:05')
  expect(momentInWords(null)).toBe('Data não disponível')
})
