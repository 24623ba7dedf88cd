import { describe, expect, test } from 'vitest'
import type { User } from './api.ts'
import { foundUsers, isUnverified, verificationText, waitsForApproval } from './user-list.ts'
import { AVATAR_COLORS, avatarColorOf, initialsOf } from './avatar.ts'

const user = (id: string, firstName: string, lastName: string, more: Partial<User> = {}) =>
  ({
    id,
    firstName,
    lastName,
    email: `${id}@exemplo.invalid`,
    phone: '11987654321',
    role: 'USER',
    adminApproved: true,
    status: 'APPROVED',
    ...more,
  }) as User

const ana = user('ana', 'Ana', 'Conceição')
const bento = user('bento', 'Bento', 'Luz', { phone: '21911112222', adminApproved: false })
const chefe = user('chefe', 'Administração', '', { role: 'ADMIN', adminApproved: false, phone: null })
const everybody = [ana, bento, chefe]

describe('the search', () => {
  const find = (search: string, isUnverifiedOnly = false) =>
    foundUsers(everybody, { search, isUnverifiedOnly }).map(({ id }) => id)

  test('finds by name with or without accents, by e-mail, by phone however it is written', () => {
    expect(find('conceicao')).toEqual(['ana'])
    expect(find('  ANA CONCEIÇÃO ')).toEqual(['ana'])
    expect(find('bento@exemplo')).toEqual(['bento'])
    expect(find('98765')).toEqual(['ana'])
    expect(find('(21) 91111-2222')).toEqual(['bento'])
    expect(find('+55 21 91111 2222')).toEqual(['bento'])
    expect(find('ninguém')).toEqual([])
  })

  test('a name with a number in it is no phone', () => {
    expect(find('ana 219')).toEqual([])
  })

  test('finds everybody when it is empty, those waiting for approval first', () => {
    expect(find('')).toEqual(['bento', 'ana', 'chefe'])
  })

  test('whose registration was refused waits no more, and is still found among the unverified', () => {
    const refused = user('caio', 'Caio', 'Reis', { adminApproved: false, status: 'INACTIVE' })
    const found = (isUnverifiedOnly: boolean) =>
      foundUsers([refused, ...everybody], { search: '', isUnverifiedOnly }).map(({ id }) => id)
    expect([found(false), found(true)]).toEqual([
      ['bento', 'caio', 'ana', 'chefe'],
      ['bento', 'caio'],
    ])
    expect([refused, bento].map(waitsForApproval)).toEqual([false, true])
  })

  test('limited to the unverified leaves out approved members and administrators', () => {
    expect(find('', true)).toEqual(['bento'])
    expect(find('ana', true)).toEqual([])
  })
})

test('the indicator says who is verified, and by whom', () => {
  expect([ana, bento, chefe].map(verificationText)).toEqual([
    'Aprovado pelo admin',
    'Não aprovado pelo admin',
    'Admin (Verificado)',
  ])
  expect([ana, bento, chefe].map(isUnverified)).toEqual([false, true, false])
})

test('initials are the first letters of first and last name, whole ones', () => {
  expect(initialsOf(ana)).toBe('AC')
  expect(initialsOf(chefe)).toBe('A')
  expect(initialsOf({ firstName: 'érica', lastName: ' ñandú' })).toBe('ÉÑ')
})

test('a name always has the same one of ten colours, and names differ', () => {
  expect(avatarColorOf(ana)).toBe(avatarColorOf(user('outra', 'Ana', 'Conceição')))
  const used = new Set(
    Array.from({ length: 200 }, (_, n) => avatarColorOf({ firstName: `Pessoa${n}`, lastName: 'de Teste' })),
  )
  expect(used).toEqual(new Set(AVATAR_COLORS))
})

test('white letters can be read on each colour', () => {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
  }
  for (const color of AVATAR_COLORS) expect(1.05 / (luminance(color) + 0.05), color).toBeGreaterThan(4.5)
})
