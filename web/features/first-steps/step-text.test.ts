import { expect, test } from 'vitest'
import { firstStepIds } from '#contracts/first-steps.ts'
import { leftText, stepText } from './step-text.ts'

const none = { circle: null, people: 0, people_needed: 12, places: 0 }

test('every step says what it is, why, and where it is done', () => {
  for (const id of firstStepIds) {
    const { title, text, open, place } = stepText(id, none)
    expect(
      [title, text, open].every((words) => words.length > 5),
      id,
    ).toBe(true)
    expect(place.to).toMatch(/^\/admin\/(found|settings|users|join-links|queue|queue\/draw|account)$/)
  }
})

test('people and places are counted in words that agree', () => {
  expect(stepText('people', { ...none, people: 1, people_needed: 12 }).text).toContain('12 pessoas; aprovadas: 1.')
  expect(stepText('places', { ...none, people: 12, places: 11 }).text).toContain('11 de 12 já têm')
})

test('leads to the invitations while nobody is here, and to the draw while nobody has a place', () => {
  const placeOf = (steps: typeof none) =>
    ['people' as const, 'places' as const].map((id) => stepText(id, steps).place.to)
  expect(placeOf(none)).toEqual(['/admin/join-links', '/admin/queue/draw'])
  expect(placeOf({ ...none, people: 12, places: 0 })).toEqual(['/admin/users', '/admin/queue/draw'])
  expect(placeOf({ ...none, people: 12, places: 12 })).toEqual(['/admin/users', '/admin/queue'])
})

test('what is left agrees in number', () => {
  const steps = (left: number) => ({ steps: firstStepIds.map((id, index) => ({ id, done: index >= left })) })
  expect([0, 1, 3].map((left) => leftText(steps(left)))).toEqual([
    'Tudo pronto: a roda pode andar.',
    'Falta 1 de 8 passos',
    'Faltam 3 de 8 passos',
  ])
})
