import { expect, test } from 'vitest'
import type { Profile } from './api.ts'
import { profileParts } from './parts.ts'

const contacts = (more: Partial<Profile>) => {
  const known = { email: 'lia@exemplo.com', emailVerified: true, phone: '11987654321', phoneVerified: true }
  const profile = { ...known, adminApproved: true, pixKey: 'x', pixKeyPending: null, ...more } as Profile
  return profileParts(profile).find(({ part }) => part === 'contatos')!.state
}

test('somebody suspended reads who they are here and by which key they are paid, and is led to nothing that is refused them', () => {
  const profile = { email: '', phone: '', adminApproved: true, pixKey: 'x', pixKeyPending: null } as Profile
  expect(profileParts({ ...profile, status: 'SUSPENDED' }).map(({ part }) => part)).toEqual(['dados', 'chave'])
  expect(profileParts({ ...profile, status: 'ACTIVE' })).toHaveLength(6)
})

test('a contact that is there and was not shown to reach its person is to be confirmed; one that is not there never is', () => {
  expect(contacts({})).toBeNull()
  expect(contacts({ emailVerified: false })).toBe('a confirmar')
  expect(contacts({ phoneVerified: false })).toBe('a confirmar')
  expect(contacts({ email: '', emailVerified: false })).toBeNull()
})
