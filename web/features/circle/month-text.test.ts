import { expect, test } from 'vitest'
import { monthLine, paidOf } from './month-text.ts'

type Given = [from: number | null, status: 'PENDING_PAYMENT' | 'PENDING_CONFIRMATION' | 'CONFIRMED', late?: 'late']
const ring = (...given: Given[]) => {
  const gifts = given.map(([from, status, late]) => ({ from, to: 1, status, late: late !== undefined, own: false }))
  return { ring: { period: '2026-11', places: [], gifts } }
}

test('somebody has paid when nothing of theirs waits to be paid', () => {
  const month = ring([1, 'CONFIRMED'], [2, 'PENDING_CONFIRMATION'], [2, 'PENDING_PAYMENT'], [null, 'CONFIRMED'])
  expect(paidOf(month)).toEqual({ paid: 1, of: 2 })
  expect(paidOf(ring())).toBe(null)
})

test('what is late from a month before counts neither as paid this month nor as unpaid', () => {
  expect(paidOf(ring([1, 'CONFIRMED'], [1, 'PENDING_PAYMENT', 'late']))).toEqual({ paid: 1, of: 1 })
  expect(paidOf(ring([1, 'CONFIRMED', 'late'], [1, 'PENDING_PAYMENT']))).toEqual({ paid: 0, of: 1 })
  expect(monthLine(ring([1, 'PENDING_PAYMENT', 'late']))).toMatch(/ainda não foram pedidas$/)
})

test('the month is told in its number', () => {
  expect(monthLine(ring())).toBe('As contribuições deste mês ainda não foram pedidas')
  expect(monthLine(ring([1, 'PENDING_PAYMENT'], [2, 'PENDING_PAYMENT']))).toBe('Ninguém pagou ainda este mês')
  expect(monthLine(ring([1, 'CONFIRMED'], [2, 'PENDING_PAYMENT']))).toBe('1 de 2 já pagou este mês')
  expect(monthLine(ring([1, 'CONFIRMED'], [2, 'CONFIRMED'], [3, 'PENDING_PAYMENT']))).toBe('2 de 3 já pagaram este mês')
  expect(monthLine(ring([1, 'CONFIRMED'], [2, 'CONFIRMED']))).toBe('Os 2 já pagaram este mês')
})
