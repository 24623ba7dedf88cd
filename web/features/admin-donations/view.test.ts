import { expect, test } from 'vitest'
import { filterOf, isSearching, viewOf } from './view.ts'
import { donationsSearch } from './search.ts'

const ID = '01234567-89ab-7def-8123-456789abcdef'
type Raw = Readonly<Record<string, unknown>>
const address = (raw: Raw) => donationsSearch(raw)

test('an address says which donations, which page and how many', () => {
  expect(
    viewOf(address({ por: 'receptor', busca: ` ${ID} `, filtro: 'expiradas', pagina: '3', tamanho: '50', doacao: ID })),
  ).toEqual({ by: 'receptor', id: ID, group: 'expiradas', page: 3, size: 50, open: ID })
})

test.each<Raw>([
  {},
  { por: 'toString' },
  { filtro: 'constructor' },
  { pagina: '0' },
  { pagina: '-1' },
  { pagina: '1.5' },
  { pagina: 'x' },
  { tamanho: '11' },
  { tamanho: '1000' },
])('%j counts as absent', (present) => {
  expect(viewOf(address(present))).toEqual({ by: null, id: '', group: null, page: 1, size: 10, open: '' })
})

test.each([
  [{}, {}],
  [{ filtro: 'pendentes' }, { status: 'PENDING_PAYMENT,PENDING_CONFIRMATION' }],
  [{ filtro: 'concluidas' }, { status: 'CONFIRMED' }],
  [{ filtro: 'expiradas' }, { status: 'EXPIRED,CANCELLED' }],
  [{ por: 'doador', busca: ID }, { donorId: ID }],
  [{ por: 'receptor', busca: ID }, { receiverId: ID }],
  [
    { por: 'doacao', busca: ID, filtro: 'concluidas' },
    { id: ID, status: 'CONFIRMED' },
  ],
  [{ por: 'doacao', busca: '  ' }, {}],
  [{ busca: ID }, {}],
])('%j asks for %j', (present, filter) => {
  const view = viewOf(address(present))
  expect(filterOf(view)).toEqual(filter)
  expect(isSearching(view)).toBe(['donorId', 'receiverId', 'id'].some((key) => key in filter))
})
