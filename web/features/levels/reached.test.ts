import { expect, test } from 'vitest'
import type { Outcome } from './reached.ts'
import { isAcceptable, reachedState } from './reached.ts'

const points = [{ months: 24, missed: 0, completed: [100, 3] }]
const data = { members: 100, points, paths: [] } as unknown as NonNullable<Outcome['data']>

test('an upgrade is only known by its figure: while it is counted and when that failed, the dialog says so', () => {
  expect(reachedState({ data: undefined, isFetching: true }, 2)).toEqual({
    state: 'counting',
    text: 'Calculando quantas pessoas completam o nível 2. Você poderá aceitar quando este número estiver aqui.',
  })
  expect(reachedState({ data: undefined, isFetching: false }, 2)).toMatchObject({ state: 'failed' })
  expect(reachedState({ data, isFetching: true }, 2)).toEqual({
    state: 'known',
    text: 'Com todos pagando, em 24 meses 3 de 100 pessoas completam o nível 2.',
  })
})

test('an upgrade is accepted once the figure stands there, by somebody who may and can, and not twice', () => {
  const may = { can_afford: true, can_upgrade: true }
  expect(isAcceptable(may, { data, isFetching: false }, false)).toBe(true)
  for (const isFetching of [true, false]) expect(isAcceptable(may, { data: undefined, isFetching }, false)).toBe(false)
  expect(isAcceptable(may, { data, isFetching: false }, true)).toBe(false)
  expect(isAcceptable({ ...may, can_afford: false }, { data, isFetching: false }, false)).toBe(false)
  expect(isAcceptable({ ...may, can_upgrade: false }, { data, isFetching: false }, false)).toBe(false)
})
