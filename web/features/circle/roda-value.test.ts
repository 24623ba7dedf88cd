import { describe, expect, test } from 'vitest'
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

describe('one’s own turn', () => {
  const roda = (required: number, members = 12) => ({
    members,
    plan: { name: 'Roda', version: 1, balanced: true, turn: { donation: 100, required } },
  })
  const told = (places: number, { required = 11, isDrawn = false, begun = false } = {}) =>
    turnLine({ places, begun }, roda(required), isDrawn)
  const month = (places: number, required: number) => Number(/no mês (\d+)\./.exec(told(places, { required })!)![1])

  test('is the next by arrival, or any by lot, while there is a place', () => {
    expect(told(7, { isDrawn: true })).toMatch(/sorteada ou combinada por todos.*12 lugares/)
    expect(told(7)).toMatch(/^Pela ordem de chegada, você receberia no mês 8\./)
    expect([told(12, { isDrawn: true }), told(12)]).toEqual([null, null])
  })

  test('comes in no month after the roda’s last, however many receive in each', () => {
    expect([month(0, 11), month(11, 11)]).toEqual([1, 11])
    expect(Array.from({ length: 12 }, (_, places) => month(places, 6))).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6])
    expect(
      turnLine({ places: 0, begun: false }, { ...roda(6), plan: { ...roda(6).plan, turn: null } }, false),
    ).toBeNull()
  })

  test('is not told of a roda that runs: the order is made, and who comes in later gives the last months alone', () => {
    for (const isDrawn of [true, false]) expect(told(11, { isDrawn, begun: true })).toMatch(/^Esta roda já começou\./)
  })
})
