import { expect, test } from 'vitest'
import { oneNumberOf, oneOf, searchSchema, text, wholeNumber } from './url-search.ts'

const schema = searchSchema({
  busca: text,
  filtro: oneOf(['a', 'b']),
  tamanho: oneNumberOf([10, 20]),
  pagina: wholeNumber,
})

test('reads what is meant, as text or as the number that the router makes of it', () => {
  expect(schema({ busca: ' Rosa ', filtro: 'b', tamanho: 20, pagina: '3' })).toEqual({
    busca: 'Rosa',
    filtro: 'b',
    tamanho: 20,
    pagina: 3,
  })
  expect(schema({ busca: 119, tamanho: '10' })).toEqual({ busca: '119', tamanho: 10 })
})

test.each([
  { filtro: 'c' },
  { filtro: 'toString' },
  { tamanho: 30 },
  { pagina: 0 },
  { pagina: -1 },
  { pagina: 1.5 },
  { pagina: '1e3' },
  { pagina: 1_000_000_000 },
  { busca: '  ' },
  { busca: null },
  { busca: ['a'] },
  { busca: { a: 1 } },
  { other: 'x' },
])('%j counts as absent', (raw) => {
  expect(schema(raw)).toEqual({})
})

test('a text is held to a hundred letters', () => {
  expect(schema({ busca: 'x'.repeat(500) }).busca).toHaveLength(100)
})
