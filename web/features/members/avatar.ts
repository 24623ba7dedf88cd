import { nameOf } from './user-list.ts'
import type { Named } from './user-list.ts'

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
