import { describe, expect, test } from 'vitest'
import { imageFields, textFields } from '#contracts/profile-fields.ts'
import type { ImageField, TextField } from '#contracts/profile-fields.ts'
import type { QueueEntry, User } from './api.ts'
import {
  arrivals,
  badgeOf,
  entriesOf,
  freePositions,
  placesOfThose,
  positionText,
  rowsOf,
  shareText,
  vacancyColor,
  waitingFor,
} from './queue-list.ts'

const nothing = Object.fromEntries([...textFields, ...imageFields].map((name) => [name, null])) as Record<
  TextField | ImageField,
  null
>

const user = (id: string, more: Partial<User> = {}): User => ({
  ...nothing,
  id,
  firstName: `Nome${id}`,
  lastName: 'de Teste',
  email: `${id}@exemplo.invalid`,
  avatar: 'avatar_male_1',
  role: 'USER',
  status: 'APPROVED',
  adminApproved: true,
  emailVerified: false,
  phoneVerified: false,
  remindersOff: false,
  passwordTemporary: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  current_level: 1,
  can_reenter: false,
  n3_completed_at: null,
  ...more,
})
const entry = (position: number, of: User, more: Partial<QueueEntry> = {}): QueueEntry => ({
  id: `e${of.id}`,
  position,
  donation_number: 1,
  user_id: of.id,
  user: of,
  is_receiver: false,
  passed_user_ids: [],
  created_at: of.createdAt,
  updated_at: of.updatedAt,
  ...more,
})
const names = (users: readonly User[]) => users.map(({ id }) => id)

test('each of a person’s several places says which it is, and one alone says nothing', () => {
  const [lurdes, bruno] = [user('lurdes'), user('bruno')]
  const queue = [entry(1, bruno), entry(2, lurdes), entry(5, lurdes)]
  expect(queue.map((one) => shareText(one, queue))).toEqual([null, '1º de 2 lugares', '2º de 2 lugares'])
})

describe('the members waiting for a place', () => {
  const late = user('late', { createdAt: '2026-03-01T00:00:00.000Z' })
  const early = user('early', { createdAt: '2026-02-01T00:00:00.000Z' })
  const placed = user('placed')
  const everybody = [
    late,
    early,
    placed,
    user('admin', { role: 'ADMIN' }),
    user('new', { adminApproved: false }),
    user('away', { status: 'SUSPENDED' }),
  ]

  test('are the approved members without a place in this queue, oldest first, and no administrators', () => {
    expect(names(waitingFor(everybody, [entry(1, placed)], 1))).toEqual(['early', 'late'])
  })

  test('are, for a higher queue, only the members who reached that level', () => {
    expect(names(waitingFor([...everybody, user('up', { current_level: 2 })], [], 2))).toEqual(['up'])
  })

  test('the addition by arrival leaves out members with an open final payment', () => {
    const done = { n3_completed_at: '2026-05-01T00:00:00.000Z', current_level: 3 }
    expect(names(arrivals([user('owes', done), user('back', { ...done, can_reenter: true }), early]))).toEqual([
      'back',
      'early',
    ])
  })
})

describe('the list of the queue', () => {
  const ana = user('ana', { firstName: 'Ana', lastName: 'Beatriz', email: 'rosa@exemplo.invalid' })
  const bruno = user('bruno', { firstName: 'Bruno', lastName: 'Analu' })
  const entries = [entry(7, ana), entry(70, bruno)]
  const carla = user('carla', { firstName: 'Carla', lastName: 'Santana' })
  const found = (search: string, tab: 'todos' | 'fila' | 'espera' = 'todos') =>
    rowsOf(entries, [carla], { tab, search }).map((row) => (row.kind === 'entry' ? row.entry.user_id : row.user.id))

  test('a search reads first name, last name, e-mail and donation number, whatever the case', () => {
    expect(found('ANA')).toEqual(['ana', 'bruno', 'carla'])
    expect(found('rosa@')).toEqual(['ana'])
    expect(found('ana b')).toEqual(['ana'])
    expect(found('1')).toEqual(['ana', 'bruno'])
    expect(found('#007')).toEqual(['ana'])
    expect(found('#70', 'fila')).toEqual(['bruno'])
    expect(found('ninguém')).toEqual([])
  })

  test('a search finds names whatever their accents, in the queue and in the wait', () => {
    const people = [user('joao', { firstName: 'João' }), user('jose', { firstName: 'Jose' })] as const
    const foldedNames = (search: string) =>
      rowsOf([entry(1, people[0])], [people[1]], { tab: 'todos', search }).map((row) =>
        row.kind === 'entry' ? row.entry.user.firstName : row.user.firstName,
      )
    expect([foldedNames('joao'), foldedNames('JOÃO'), foldedNames('josé')]).toEqual([['João'], ['João'], ['Jose']])
  })

  test('a tab shows the members in the queue or those waiting', () => {
    expect(found('', 'fila')).toEqual(['ana', 'bruno'])
    expect(found('', 'espera')).toEqual(['carla'])
    expect(found('')).toEqual(['ana', 'bruno', 'carla'])
  })

  test('a queue is its own level, by position; what is not taken is free', () => {
    expect(
      entriesOf([entry(9, ana), entry(2, bruno), entry(1, carla, { donation_number: 2 })], 1).map(
        ({ position }) => position,
      ),
    ).toEqual([2, 9])
    const free = freePositions(entries)
    expect(free).toHaveLength(98)
    expect(free.slice(5, 8)).toEqual([6, 8, 9])
    expect(positionText(7)).toBe('#007')
  })

  test('vacancies are green, yellow from eighty on, red when full', () => {
    expect([0, 79, 80, 99, 100].map((occupied) => vacancyColor(occupied))).toEqual([
      'green',
      'green',
      'yellow',
      'yellow',
      'red',
    ])
  })
})

test('who is removed leaves all of their places, and nobody else’s', () => {
  const [ana, bia] = [user('ana'), user('bia')]
  const queue = [entry(1, ana, { id: 'e1' }), entry(2, bia, { id: 'e2' }), entry(3, ana, { id: 'e3' })]
  expect(placesOfThose([queue[2]!], queue).map(({ position }) => position)).toEqual([1, 3])
  expect(placesOfThose([queue[1]!], queue).map(({ position }) => position)).toEqual([2])
})

test('a place of a roda that has had its turn waits for none', () => {
  const place = { donation_number: 1, position: 2, is_receiver: false }
  const had = [1, 2].map((position) => ({ level: 1, position, had: position === 2 }))
  expect(badgeOf(place, had)).toBe('JÁ RECEBEU')
  expect(badgeOf({ ...place, position: 1 }, had)).toBe('ATIVO')
  expect(badgeOf({ ...place, is_receiver: true }, had)).toBe('RECEPTOR')
  expect(badgeOf(place, undefined)).toBe('ATIVO')
})
