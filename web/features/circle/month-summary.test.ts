import { expect, test } from 'vitest'
import { summaryLines, summaryText, untilOf } from './month-summary.ts'

const month = (paid: number, asked: number) => ({
  name: 'Roda da Vila',
  result: { all_asked: false, rotation_over: false, ring: { period: '2026-11', people: { asked, paid } } },
  receivers: ['Lurdes'],
  until: '2026-12-10T12:00:00.000Z',
  code: '4821 0937 1155',
})

test('the month for the group: how many, whose turn, until when, the code', () => {
  expect(summaryLines(month(2, 3))).toEqual([
    'Roda da Vila, novembro',
    '2 de 3 já pagaram este mês.',
    'A vez é de Lurdes.',
    'Quem falta tem até 10/12.',
    'Código do dia: 4821 0937 1155. É o mesmo para todos.',
  ])
})

test('once all have paid there is no deadline, and two turns are two', () => {
  const lines = summaryLines({ ...month(2, 2), receivers: ['Lurdes', 'Bruno'], code: null })
  expect(lines).toEqual(['Roda da Vila, novembro', 'Os 2 já pagaram este mês.', 'As vezes são de Lurdes e Bruno.'])
})

test('no amount and no key stand in the message, and it leads to one’s own donations', () => {
  const text = summaryText(month(0, 1), 'https://roda.example')
  expect(text).not.toMatch(/R\$|@|\d{3}\.\d{3}/)
  expect(text).toContain('https://roda.example/donations')
  expect(text).toContain('A Ciranda nunca manda chave por mensagem.')
})

test('the month is due when its own contributions are, never one that was paid ahead, is in pause or is late', () => {
  const now = Date.parse('2026-12-08T12:00:00Z')
  const createdAt = '2026-12-07T12:00:00.000Z'
  const deadline = '2026-12-20T12:00:00.000Z'
  const asked = { type: 'PULL', createdAt, deadline, ahead_of: null, paused_until: null } as const
  const ahead = { ...asked, deadline: '2027-01-20T12:00:00.000Z', ahead_of: '2027-01' }
  const paused = { ...asked, deadline: '2027-02-20T12:00:00.000Z', paused_until: '2027-01-10T12:00:00.000Z' }
  const late = { ...asked, deadline: '2026-11-20T12:00:00.000Z' }
  expect(untilOf([ahead, paused, asked, late], now)).toBe('2026-12-20T12:00:00.000Z')
  expect(untilOf([ahead, paused, late], now)).toBeNull()
  const before = { ...asked, createdAt: '2026-11-12T12:00:00.000Z', deadline: '2026-12-12T12:00:00.000Z' }
  expect(untilOf([before, asked], now)).toBe('2026-12-20T12:00:00.000Z')
})
