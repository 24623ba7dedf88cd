import { expect, test } from 'vitest'
import { hasPaid, monthLine } from './month-text.ts'

type Given = [from: number | null, status: 'PENDING_PAYMENT' | 'PENDING_CONFIRMATION' | 'CONFIRMED', late?: 'late']
const ring = (...given: Given[]) => ({
  gifts: given.map(([from, status, late]) => ({ from, to: 1, status, late: late !== undefined, own: false })),
})

test('a place is paid when nothing of it waits to be paid', () => {
  const month = ring([1, 'CONFIRMED'], [2, 'PENDING_CONFIRMATION'], [2, 'PENDING_PAYMENT'], [null, 'CONFIRMED'])
  expect([1, 2, 3].map((position) => hasPaid(month, position))).toEqual([true, false, null])
})

test('what is late from a month before makes a place neither paid nor unpaid', () => {
  expect(hasPaid(ring([1, 'CONFIRMED'], [1, 'PENDING_PAYMENT', 'late']), 1)).toBe(true)
  expect(hasPaid(ring([1, 'PENDING_PAYMENT', 'late']), 1)).toBe(null)
})

test('the month is told in its number', () => {
  const line = (paid: number, asked: number) =>
    monthLine({ ring: { people: { asked, paid } }, all_asked: false, rotation_over: false })
  expect(line(0, 0)).toBe('As contribuições deste mês ainda não foram pedidas')
  expect(line(0, 2)).toBe('Ninguém pagou ainda este mês')
  expect(line(1, 2)).toBe('1 de 2 já pagou este mês')
  expect(line(2, 3)).toBe('2 de 3 já pagaram este mês')
  expect(line(2, 2)).toBe('Os 2 já pagaram este mês')
})

test('nobody is told to wait for contributions once all of the rotation have been asked for', () => {
  const line = (isOver: boolean, asked = 0) =>
    monthLine({ ring: { people: { asked, paid: 0 } }, all_asked: true, rotation_over: isOver })
  expect(line(false)).toBe('Todas as contribuições desta volta já foram pedidas; ainda há o que acertar')
  expect(line(true)).toBe('Todas as contribuições desta volta já foram pedidas')
  expect(line(false, 4), 'in the month of the last ones').toBe('Ninguém pagou ainda este mês')
})
