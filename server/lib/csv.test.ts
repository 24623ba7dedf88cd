import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('cells are separated by semicolons, and a line ends in CRLF', () => {
  expect(csvLine(['a', 'b c', null, ''])).toBe('a;b c;;\r\n')
})

test('an amount has a decimal comma, two places and no thousands separator', () => {
  expect(csvLine([100, 99.9, 0.05, 1_234_567])).toBe('100,00;99,90;0,05;1234567,00\r\n')
})

test('text that would break a line or a cell is quoted, and quotes are doubled', () => {
  expect(csvLine(['a;b', 'diz "oi"', 'duas\nlinhas', 'x\ry'])).toBe('"a;b";"diz ""oi""";"duas\nlinhas";"x\ry"\r\n')
})

test.each(['=1+1', '+5511999999999', '-2', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x";"y")'])(
  '%j never begins a formula',
  (text) => {
    const line = csvLine([text])
    const cell = line.startsWith('"') ? line.slice(1, -3).replaceAll('""', '"') : line.slice(0, -2)
    expect(cell).toBe(`'${text}`)
  },
)

test.each(['Ana = Bia', 'a@b.c', "d'Ávila", '1-2', ' =1'])('%j is left as it is', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`)
})
