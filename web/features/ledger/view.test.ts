import { describe, expect, test } from 'vitest'
import { ledgerSearch } from './search.ts'
import { addressOf, namesFor, describeEntry, viewOf } from './view.ts'

describe('the address of the ledger', () => {
  test('is read as a valid view, whatever it contains', () => {
    expect(viewOf(ledgerSearch({}))).toEqual({ page: 1, size: 20, order: 'newest', seq: null })
    expect(viewOf(ledgerSearch({ pagina: '3', tamanho: '50', ordem: 'antigos', lancamento: '41' }))).toEqual({
      page: 3,
      size: 50,
      order: 'oldest',
      seq: 41,
    })
    expect(viewOf(ledgerSearch({ pagina: '-1', tamanho: '7', ordem: 'x', lancamento: '4e1' }))).toEqual({
      page: 1,
      size: 20,
      order: 'newest',
      seq: null,
    })
  })

  test('of an entry leads to its page, counted from the beginning', () => {
    expect([1, 20, 21, 40, 41].map((seq) => addressOf(seq, 20).pagina)).toEqual([1, 1, 2, 2, 3])
    expect(addressOf(41, 20)).toEqual({ ordem: 'antigos', pagina: 3, lancamento: 41 })
  })
})

describe('an entry in words', () => {
  const rosa = { id: '0190a1b2-0000-7000-8000-00000000aaaa', firstName: 'Rosa', lastName: 'Andrade' }
  const nameOf = namesFor(rosa)
  const other = '0190a1b2-0000-7000-8000-000000c0ffee'

  test('names oneself, and others by the end of their id alone', () => {
    expect(
      describeEntry({ kind: 'donation.receipt_sent', payload: { donorId: rosa.id }, actor_id: rosa.id }, nameOf),
    ).toEqual({
      text: 'Rosa Andrade enviou um comprovante',
      by: null,
    })
    expect(
      describeEntry({ kind: 'donation.receipt_sent', payload: { donorId: other }, actor_id: other }, nameOf),
    ).toEqual({
      text: 'Pessoa c0ffee enviou um comprovante',
      by: null,
    })
    expect(describeEntry({ kind: 'circle.plan_changed', payload: {}, actor_id: other }, nameOf).by).toBe(
      'por Pessoa c0ffee',
    )
  })

  test('says for whom a helper did it, with both names', () => {
    const payload = { command: { kind: 'confirm' }, via: 'helper', helper: other }
    expect(describeEntry({ kind: 'command', payload, actor_id: rosa.id }, nameOf).by).toBe(
      'feito por Pessoa c0ffee por Rosa Andrade',
    )
  })

  test('describes the founding and the events caused by the clock', () => {
    expect(describeEntry({ kind: 'circle.created', payload: {}, actor_id: null }, nameOf)).toEqual({
      text: 'O círculo foi criado',
      by: 'pelo sistema',
    })
    const terms = { kind: 'circle.terms_changed', payload: { what: 'first', hash: 'h' }, actor_id: null } as const
    expect(describeEntry(terms, nameOf).text).toBe('Os primeiros termos ficaram no livro')
  })
})
