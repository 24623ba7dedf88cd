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
  expect(turnLine(7, 12, true)).toMatch(/sorteada ou combinada por todos.*12 lugares/)
  expect(turnLine(7, 12, false)).toMatch(/^Pela ordem de chegada, você receberia no mês 8\./)
  expect(turnLine(12, 12, true)).toBeNull()
})
