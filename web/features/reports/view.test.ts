import { describe, expect, test } from 'vitest'
import { reportsSearch } from './search.ts'
import { viewOf } from './view.ts'

describe('the URL of the reports', () => {
  test('an empty URL shows all reports from the first page, twenty a page', () => {
    expect(viewOf(reportsSearch({}))).toEqual({ filter: 'todos', page: 1, size: 20, open: '' })
  })

  test('keeps filter, page, size and the open report', () => {
    expect(viewOf(reportsSearch({ filtro: 'resolvidos', pagina: '3', tamanho: '50', report: 'abc' }))).toEqual({
      filter: 'resolvidos',
      page: 3,
      size: 50,
      open: 'abc',
    })
  })

  test.each([
    [{ filtro: 'constructor' }, { filter: 'todos' }],
    [{ pagina: '-2' }, { page: 1 }],
    [{ pagina: '2.5' }, { page: 1 }],
    [{ tamanho: '100' }, { size: 20 }],
    [{ tamanho: '10' }, { size: 10 }],
  ])('%o counts as absent where it is none of the choices', (address, expected) => {
    expect(viewOf(reportsSearch(address))).toMatchObject(expected)
  })
})
