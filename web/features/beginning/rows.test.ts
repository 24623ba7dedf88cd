import { expect, test } from 'vitest'
import { commandRows, draftOf, draftsOfNow, pasteRows, rowsNow, sentRows } from './rows.ts'

const people = [
  { id: 'a', name: 'Ana Lúcia Souza' },
  { id: 'b', name: 'Ana Paula Reis' },
  { id: 'c', name: 'José da Silva' },
]
const before = people.map(({ id }) => ({ memberId: id, given: '0', received: '0' }))

test('lines of a spreadsheet become rows in their order, by tab or semicolon, however names and reais are written', () => {
  const { rows, unread } = pasteRows(
    'jose\tR$ 1.234,56\t0\r\n\nANA  PAULA REIS;300;\nAna Lucia; ; 1100',
    people,
    before,
  )
  expect(rows).toEqual([
    { memberId: 'c', given: 'R$ 1.234,56', received: '0' },
    { memberId: 'b', given: '300', received: '0' },
    { memberId: 'a', given: '0', received: '1100' },
  ])
  expect(unread).toEqual([])
  expect(commandRows(sentRows(rows))[0]).toEqual({ memberId: 'c', givenCents: 123_456, receivedCents: 0 })
})

test('a line of nobody, of two people, of somebody twice or without amounts is said, and its people keep their rows', () => {
  const lines = ['Ana;100;0', 'Maria;100;0', 'José;cem;0', 'Nome;Deu;Recebeu']
  const { rows, unread } = pasteRows(['José;100;0', 'José;200;0', ...lines].join('\n'), people, before)
  expect(unread).toEqual(['José;200;0', ...lines])
  expect(rows.map(({ memberId, given }) => [memberId, given])).toEqual([
    ['c', '100'],
    ['a', '0'],
    ['b', '0'],
  ])
})

test('an amount that is none is told from zero', () => {
  const drafts = draftOf([{ member_id: 'a', given: 300, received: 0 }])
  expect(drafts).toEqual([{ memberId: 'a', given: '300', received: '0' }])
  expect(sentRows([{ ...drafts[0]!, given: '' }])[0]!.given).toBeNaN()
})

test('who left has no row any more, who came since has one of zeros, and what was typed of the others stays', () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ member_id: id, given: 300, received: 0 }))
  const now = rowsNow({ rows, left: ['b'], newcomers: ['d'] })
  expect(now).toEqual([rows[0], rows[2], { member_id: 'd', given: 0, received: 0 }])
  const typed = [
    { memberId: 'c', given: '2', received: '0' },
    { memberId: 'b', given: '1', received: '0' },
  ]
  expect(draftsOfNow(typed, now)).toEqual([typed[0], ...draftOf([rows[0]!, now[2]!])])
})
