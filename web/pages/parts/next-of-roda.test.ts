import { expect, test } from 'vitest'
import type { Draw } from '#web/features/draw/api.ts'
import { nextOfRoda } from './next-of-roda.ts'

const steps = (people: number, places = 0) => ({ people, people_needed: 12, places })
const draw = (phase: Draw['phase']) =>
  ({ phase, members: [{ commitment: 'aa' }, { commitment: null }] }) as unknown as Draw

test('a new roda waits for its people, then for their order, and for nothing once all have a place', () => {
  expect(nextOfRoda(steps(1), undefined)).toMatchObject({
    text: 'Aprovadas: 1 de 12. Depois vem o sorteio da ordem.',
    to: '/admin/join-links',
  })
  expect(nextOfRoda(steps(12), undefined)).toMatchObject({ title: 'Sorteie a ordem', to: '/admin/queue/draw' })
  expect(nextOfRoda(steps(12, 12), undefined)).toBeNull()
})

test('fewer than planned may be all that come, and two are the fewest', () => {
  expect(nextOfRoda(steps(1), undefined)).not.toHaveProperty('other')
  expect(nextOfRoda(steps(5), undefined)).toHaveProperty('other')
})

test('while a draw runs it says how many have joined; one that came to nothing is begun anew', () => {
  expect(nextOfRoda(steps(12), draw('joining'))).toMatchObject({
    text: '1 de 2 pessoas entraram com o seu número. A ordem passa a valer sozinha.',
  })
  expect(nextOfRoda(steps(12), draw('lapsed'))).toMatchObject({ title: 'Sorteie a ordem' })
})
