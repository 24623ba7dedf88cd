import { expect, test } from 'vitest'
import { peopleLine, turnLine } from './roda-value.ts'

test('who is in a roda is told by the names of those who let them be read', () => {
  expect(peopleLine({ count: 0, first_names: [] })).toBe('Você seria a primeira pessoa.')
  expect(peopleLine({ count: 1, first_names: [] })).toBe('Já entrou 1 pessoa.')
  expect(peopleLine({ count: 1, first_names: ['Bruno'] })).toBe('Já entrou 1 pessoa: Bruno.')
  expect(peopleLine({ count: 2, first_names: ['Bruno'] })).toBe('Já entraram 2 pessoas: Bruno e mais uma pessoa.')
  expect(peopleLine({ count: 7, first_names: ['Bruno', 'Davi'] })).toBe(
    'Já entraram 7 pessoas: Bruno, Davi e mais 5 pessoas.',
  )
})

test('one’s own turn is the next by arrival, or any by lot, while there is a place', () => {
  const roda = { members: 12, months: 11 }
  expect(turnLine(7, roda, true)).toMatch(/sorteada ou combinada por todos.*12 lugares/)
  expect(turnLine(7, roda, false)).toMatch(/^Pela ordem de chegada, você receberia no mês 8\./)
  expect(turnLine(12, roda, true)).toBeNull()
  // No turn is told of a month in which the roda is over.
  expect(turnLine(11, roda, false)).toContain('no mês 11.')
  expect(turnLine(19, { members: 20, months: 10 }, false)).toContain('no mês 10.')
  expect(turnLine(4, { members: 20, months: 10 }, false)).toContain('no mês 3.')
})
