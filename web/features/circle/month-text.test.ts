import { expect, test } from 'vitest'
import { monthLine, paidOf } from './month-text.ts'

const ring = (...gifts: [from: number | null, status: 'PENDING_PAYMENT' | 'PENDING_CONFIRMATION' | 'CONFIRMED'][]) => ({
  ring: { period: '2026-11', places: [], gifts: gifts.map(([from, status]) => ({ from, to: 1, status, own: false })) },
})

test('somebody has paid when nothing of theirs waits to be paid', () => {
  const month = ring([1, 'CONFIRMED'], [2, 'PENDING_CONFIRMATION'], [2, 'PENDING_PAYMENT'], [null, 'CONFIRMED'])
  expect(paidOf(month)).toEqual({ paid: 1, of: 2 })
  expect(paidOf(ring())).toBe(null)
})

test('the month is told in its number', () => {
  expect(monthLine(ring())).toBe('As contribuições deste mês ainda não foram pedidas')
  expect(monthLine(ring([1, 'PENDING_PAYMENT'], [2, 'PENDING_PAYMENT']))).toBe('Ninguém pagou ainda este mês')
  expect(monthLine(ring([1, 'CONFIRMED'], [2, 'PENDING_PAYMENT']))).toBe('1 de 2 já pagou este mês')
  expect(monthLine(ring([1, 'CONFIRMED'], [2, 'CONFIRMED'], [3, 'PENDING_PAYMENT']))).toBe('2 de 3 já pagaram este mês')
  expect(monthLine(ring([1, 'CONFIRMED'], [2, 'CONFIRMED']))).toBe('Os 2 já pagaram este mês')
})
