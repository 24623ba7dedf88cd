import { expect, test } from 'vitest'
import type { CircleForecast } from './api.ts'
import { turnLine } from './turn-line.ts'

const told = (...own: [begins: string | null, running?: boolean][]) =>
  turnLine({
    months: ['2026-12', '2027-11'],
    places: own.map(([begins, running = false]) => ({
      own: true,
      receiver: running,
      turns: [{ begins, ends: null, running }],
    })),
  } as unknown as CircleForecast)

test('who has several places reads when each has its turn', () => {
  expect(told(['2027-03'])).toBe('a sua vez é em março de 2027')
  expect(told(['2027-06'], ['2027-03'])).toBe('as suas vezes são em março de 2027 e em junho de 2027')
  expect(told(['2026-12', true], ['2027-06'])).toBe('a sua vez é agora, e a outra em junho de 2027')
  const after = { months: ['2026-12'], places: [{ own: true, had: true, turns: [{ begins: '2027-03' }] }] }
  expect(turnLine(after as unknown as CircleForecast)).toBe('você já recebeu nesta volta')
  expect(told([null])).toBe('a sua vez vem depois de novembro de 2027')
  expect(told(['2026-12', true], ['2027-03'], ['2027-06'])).toBe(
    'a sua vez é agora, e as outras em março de 2027 e em junho de 2027',
  )
  expect(told(['2027-03'], [null])).toBe('as suas vezes são em março de 2027 e depois de novembro de 2027')
  expect(told(['2026-12', true], [null])).toBe('a sua vez é agora, e a outra depois de novembro de 2027')
  expect(told(['2026-12', true], [null], [null])).toBe('a sua vez é agora, e as outras depois de novembro de 2027')
  expect(told([null], [null])).toBe('as suas vezes vêm depois de novembro de 2027')
})

test('who comes in between two rotations waits for the next one, and for no month after those foreseen', () => {
  const places = [
    { own: false, had: true, turns: [] },
    { own: true, had: false, turns: [] },
  ]
  const between = { months: ['2026-12', '2027-11'], places, over: true } as unknown as CircleForecast
  expect(turnLine(between)).toBe('a sua vez é na próxima volta')
  // Somebody who lacks what others kept is not told that the rotation ended.
  expect(turnLine({ ...between, over: false })).toBe('a sua vez vem depois de novembro de 2027')
})
