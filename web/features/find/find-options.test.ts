import { describe, expect, test } from 'vitest'
import { findOptions } from './find-options.ts'

const people = [
  { id: '1', name: 'Ana Conceição', role: 'USER' },
  { id: '2', name: 'João da Silva', role: 'USER' },
  { id: '3', name: 'Mariana Souza', role: 'USER' },
  { id: '4', name: 'Ana da Administração', role: 'ADMIN' },
]
const group = (count: number) => ({
  key: 'approvals',
  title: count === 1 ? 'cadastro a aprovar' : 'cadastros a aprovar',
  count,
  items: [{ text: 'Bia', target: { to: '/admin/users', search: { usuario: '9' } } }],
  target: { to: '/admin/users', search: { filtro: 'nao-verificados' } },
})
const pages = [{ to: '/admin/queue', label: 'Fila de Doações' }]
const found = (typed: string, tasks = [group(12)]) =>
  findOptions(typed, { people, tasks, pages }).map(({ text, detail }) => `${text}: ${detail}`)

describe('what the console’s search finds', () => {
  test('nothing typed: what waits, and a single thing is opened itself', () => {
    expect(found(' ')).toEqual(['12 cadastros a aprovar: Abrir a lista'])
    expect(findOptions('', { people, tasks: [group(1)], pages })[0]).toMatchObject({
      text: '1 cadastro a aprovar',
      detail: 'Bia',
      search: { usuario: '9' },
    })
  })

  test('people by any part of their name, accents and case apart; whose name begins so comes first', () => {
    expect(found('ana')).toEqual([
      'Ana Conceição: Doações',
      'Ana Conceição: Perfil',
      'Mariana Souza: Doações',
      'Mariana Souza: Perfil',
    ])
    expect(found('CONCEICAO ana')).toEqual(['Ana Conceição: Doações', 'Ana Conceição: Perfil'])
    expect(found('zzz')).toEqual([])
  })

  test('tasks and pages by their words', () => {
    expect(found('cadastros')).toEqual(['12 cadastros a aprovar: Abrir a lista'])
    expect(found('fila')).toEqual(['Fila de Doações: Abrir a página'])
  })

  test('no more people than are read at a glance', () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ id: String(n), name: `Rosa ${n}`, role: 'USER' }))
    expect(findOptions('rosa', { people: many, tasks: [], pages: [] })).toHaveLength(10)
  })
})
