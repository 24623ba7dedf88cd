import { searchText } from '#contracts/search-text.ts'
import { normalizePhone } from '#contracts/payment/phones.ts'
import type { User } from './api.ts'

// Derives names, colours, search results and pending approvals from the list of users.

export type Named = Pick<User, 'firstName' | 'lastName'>

export function nameOf({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim()
}

/** The first letters of first and last name. */
export function initialsOf({ firstName, lastName }: Named): string {
  return [firstName, lastName]
    .map((name) => [...name.trim()][0] ?? '')
    .join('')
    .toUpperCase()
}

/** Ten colours, each dark enough for white letters. */
export const AVATAR_COLORS = [
  '#0b5c55',
  '#8a4b08',
  '#7a2e5a',
  '#2f4f8f',
  '#5a6118',
  '#8c2f2f',
  '#4b3f8f',
  '#1f6b3a',
  '#76520e',
  '#33566b',
] as const

/** The same name has the same colour everywhere. */
export function avatarColorOf(person: Named): string {
  let hash = 0
  for (const letter of nameOf(person)) hash = (hash * 31 + letter.codePointAt(0)!) % 1_000_003
  return AVATAR_COLORS[hash % AVATAR_COLORS.length]!
}

/** True for people who are not administrators and were not approved by one. */
export function isUnverified({ role, adminApproved }: Pick<User, 'role' | 'adminApproved'>): boolean {
  return role !== 'ADMIN' && !adminApproved
}

export function verificationText({ role, adminApproved }: Pick<User, 'role' | 'adminApproved'>): string {
  if (role === 'ADMIN') return 'Admin (Verificado)'
  return adminApproved ? 'Aprovado pelo admin' : 'Não aprovado pelo admin'
}

/** Searches by name, e-mail or phone, ignoring accents and masks. People waiting for approval come first. */
export function foundUsers(
  users: readonly User[],
  { search, isUnverifiedOnly }: { search: string; isUnverifiedOnly: boolean },
): User[] {
  const wanted = searchText(search)
  const digits = search.replaceAll(/\D/g, '')
  // Digits of a phone are only looked for where nothing but a phone was typed.
  const isPhone = digits.length >= 3 && /^[\d\s()+.-]+$/.test(search.trim())
  const phone = normalizePhone(search) ?? digits
  const isFound = (user: User) => {
    if (isUnverifiedOnly && !isUnverified(user)) return false
    return (
      searchText(`${nameOf(user)} ${user.email} ${user.phone ?? ''}`).includes(wanted) ||
      (isPhone && (user.phone ?? '').replaceAll(/\D/g, '').includes(phone))
    )
  }
  return users.filter(isFound).toSorted((a, b) => Number(isUnverified(b)) - Number(isUnverified(a)))
}
