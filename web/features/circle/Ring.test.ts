import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { speakOfRoda } from '#web/text/say.ts'
import { describeRing, Ring } from './Ring.tsx'

test('who has two places hears of both', () => {
  const places = [1, 2, 3].map((position) => ({ position, receiver: position === 1, own: position > 1 }))
  const ring = { period: '2026-11', people: { asked: 0, paid: 0 }, gifts: [] }
  expect(describeRing({ ...ring, places } as never)).toContain('Os seus são os lugares 2 e 3.')
  expect(describeRing({ ...ring, places: places.slice(0, 2) } as never)).toContain('O seu é o lugar 2.')
})

test('a roda of seven is a ring of seven, with no place that nobody could take', () => {
  speakOfRoda(true)
  const places = [1, 2, 3, 4, 5, 6, 7].map((position) => ({ position, receiver: position === 1, own: position === 4 }))
  const ring = { period: '2026-11', people: { asked: 0, paid: 0 }, gifts: [], places }
  const drawn = renderToStaticMarkup(createElement(Ring, { ring }))
  expect(drawn.match(/<circle/g)).toHaveLength(7)
  expect(drawn).not.toContain('livre')
  speakOfRoda(false)
})
