import { expect, test } from 'vitest'
import { filterOf, isRangeReversed, meets, viewOf } from './view.ts'
import { reportsSearch } from './search.ts'

const ID = '01234567-89ab-7def-8123-456789abcdef'
type Raw = Readonly<Record<string, unknown>>
const address = (raw: Raw) => reportsSearch(raw)

test('an address says which reports, of which days, which page and how many', () => {
  expect(
    viewOf(
      address({
        por: 'relator',
        busca: ID,
        filtro: 'dispensados',
        de: '2026-11-01',
        ate: '2026-11-30',
        pagina: '2',
        tamanho: '20',
        report: ID,
        acao: 'resolver',
      }),
    ),
  ).toEqual({
    by: 'relator',
    id: ID,
    group: 'dispensados',
    from: '2026-11-01',
    to: '2026-11-30',
    page: 2,
    size: 20,
    open: ID,
    isResolving: true,
  })
})

test.each<Raw>([
  {},
  { por: 'valueOf' },
  { filtro: 'PENDING' },
  { de: '2026-02-30' },
  { ate: 'ontem' },
  { pagina: '0' },
  { tamanho: '7' },
  { acao: 'apagar' },
])('%j counts as absent', (present) => {
  expect(viewOf(address(present))).toEqual({
    by: null,
    id: '',
    group: null,
    from: '',
    to: '',
    page: 1,
    size: 10,
    open: '',
    isResolving: false,
  })
})

test.each([
  [{}, {}],
  [{ filtro: 'pendentes' }, { status: 'PENDING' }],
  [{ de: '2026-11-01' }, { dateFrom: '2026-11-01' }],
  [
    { de: '2026-11-01', ate: '2026-11-02', filtro: 'resolvidos' },
    { dateFrom: '2026-11-01', dateTo: '2026-11-02', status: 'RESOLVED' },
  ],
  [{ por: 'relator', busca: ID }, { reporterId: ID }],
  [{ por: 'doacao', busca: ID }, { donationId: ID }],
  [{ por: 'report', busca: ID }, {}],
])('%j asks for %j', (present, filter) => {
  expect(filterOf(viewOf(address(present)))).toEqual(filter)
})

test('a report found by its ID is held to the other filters, by the day in São Paulo', () => {
  const report = { status: 'PENDING' as const, reported_at: '2026-11-11T02:59:59.000Z' }
  const isIn = (present: Raw) => meets(viewOf(address(present)), report)
  expect([{}, { filtro: 'pendentes' }, { de: '2026-11-10', ate: '2026-11-10' }].map(isIn)).toEqual([true, true, true])
  expect([{ filtro: 'resolvidos' }, { de: '2026-11-11' }, { ate: '2026-11-09' }].map(isIn)).toEqual([
    false,
    false,
    false,
  ])
})

test('a range that ends before it begins is known', () => {
  expect(
    [
      ['2026-11-02', '2026-11-01'],
      ['2026-11-01', '2026-11-01'],
      ['', '2026-11-01'],
      ['2026-11-01', ''],
    ].map(([from, to]) => isRangeReversed({ from: from!, to: to! })),
  ).toEqual([true, false, false, false])
})
