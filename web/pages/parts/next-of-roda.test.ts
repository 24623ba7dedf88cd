import { expect, test } from 'vitest'
import type { Draw, Draws, Proposal } from '#web/features/draw/api.ts'
import { nextOfRoda, nextPlace } from './next-of-roda.ts'

const steps = (people: number, places = 0) => ({ people, people_needed: 12, places })
type Told = Pick<Draws, 'data' | 'proposal'>
const next = (of: Parameters<typeof nextOfRoda>[0], told: Told, waiting = 0) => nextOfRoda(of, told, waiting)
const nothing: Told = { data: [], proposal: null }
const draw = (phase: Draw['phase']): Told => ({
  data: [{ phase, members: [{ commitment: 'aa' }, { commitment: null }] } as unknown as Draw],
  proposal: null,
})

test('a new roda waits for its people, then for their order', () => {
  expect(next(steps(1), nothing)).toMatchObject({
    text: 'Aprovadas: 1 de 12. Depois vem a ordem de quem recebe.',
    to: '/admin/join-links',
  })
  expect(next(steps(12), nothing)).toMatchObject({
    title: 'Falta a ordem de quem recebe',
    to: '/admin/queue/draw',
  })
})

test('where places are given one by one, it says who has none, then who is missing, until as many have one as planned', () => {
  const places = (people: number, placed: number, waiting = 0) => nextPlace(steps(people, placed), waiting)
  expect(places(3, 1)).toMatchObject({ text: '2 pessoas aprovadas sem lugar na ordem.', to: '/admin/queue' })
  expect(places(3, 3)).toMatchObject({
    title: 'Convide as pessoas',
    text: expect.stringMatching(/^Com lugar: 3 de 12\./),
  })
  expect(places(3, 3, 9)).toBeNull()
  expect(places(13, 13)).toBeNull()
})

test('nobody is invited any more while all that are missing wait for their approval', () => {
  expect(next(steps(1), nothing, 11)).toBeNull()
  expect(next(steps(1), nothing, 10)).toMatchObject({ title: 'Convide as pessoas' })
  expect(next(steps(12), nothing, 1)).toMatchObject({ title: 'Falta a ordem de quem recebe' })
})

test('fewer than planned may be all that come, and two are the fewest', () => {
  expect(next(steps(1), nothing)).not.toHaveProperty('other')
  expect(next(steps(5), nothing)).toHaveProperty('other')
})

test('while a draw runs it says how many have joined; one that came to nothing is begun anew', () => {
  expect(next(steps(12), draw('joining'))).toMatchObject({
    text: '1 de 2 pessoas entrou com o seu número. A ordem passa a valer sozinha.',
  })
  expect(next(steps(12), draw('lapsed'))).toMatchObject({ title: 'Falta a ordem de quem recebe' })
})

test('a roda that is brought in waits for everybody’s yes, and for no other order', () => {
  const row = { member_id: 'm', given: 0, received: 0, said: null }
  const brought = (waits: boolean, ...sure: boolean[]) =>
    nextOfRoda(steps(12), nothing, 0, { waits, left: [], rows: sure.map((accepted) => ({ ...row, accepted })) })
  expect(brought(true, true, false)).toMatchObject({
    text: expect.stringMatching(/^Já conferiram: 1 de 2\./),
    to: '/admin/queue/beginning',
  })
  expect(brought(true, true, true)).toMatchObject({ text: expect.stringMatching(/Falta trazer a roda\.$/) })
  // Before anything was entered there is a row of zeros for each person.
  expect(brought(false, false, false)).toMatchObject({ title: 'Falta a ordem de quem recebe' })
  const gone = { waits: true, left: [row.member_id], rows: [{ ...row, accepted: true }] }
  expect(nextOfRoda(steps(12), nothing, 0, gone)).toMatchObject({ text: expect.stringMatching(/^Alguém saiu/) })
})

test('a proposed order is waited for until it holds or is taken back', () => {
  const proposed = (state: Proposal['state']): Told => ({
    data: [],
    proposal: { state, accepted: 3, people: Array.from({ length: 12 }, () => ({})) } as unknown as Proposal,
  })
  expect(next(steps(12), proposed('open'))).toMatchObject({ action: 'Ver a proposta', to: '/admin/queue/draw' })
  expect(next(steps(12), proposed('withdrawn'))).toMatchObject({ title: 'Falta a ordem de quem recebe' })
})
