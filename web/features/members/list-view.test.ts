import { expect, test } from 'vitest'
import { parseListView } from './list-view.ts'

const usual = parseListView(null)

test('what was chosen is kept, in the order of the table, and what is unknown or unreadable does no harm', () => {
  expect(usual).toMatchObject({ isTable: false })
  expect(parseListView('{"isTable":true,"columns":["cadastro","email","senha"]}')).toEqual({
    isTable: true,
    columns: ['email', 'cadastro'],
  })
  expect(parseListView('{"isTable":true,"columns":[]}')).toEqual({ isTable: true, columns: [] })
  for (const broken of ['', '{', 'null', '[]', '{"isTable":true}']) expect(parseListView(broken), broken).toEqual(usual)
})
