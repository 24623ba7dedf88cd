import { isClosed } from '#contracts/labels.ts'
import type { Profile } from './api.ts'

/** The subjects of a profile, each behind a door of its own. The names are those of the places in the long profile. */
const titles = {
  dados: 'Nome, foto e dados',
  chave: 'Chave PIX',
  contatos: 'E-mail e telefone',
  avisos: 'Avisos',
  acesso: 'Senha e acesso',
  aparelhos: 'Aparelhos que assinam',
  ajuda: 'Quem ajuda',
} as const

export type ProfilePart = keyof typeof titles

export const isProfilePart = (name: string): name is ProfilePart => Object.hasOwn(titles, name)

export const profilePartTitle = (part: ProfilePart): string => titles[part]

type PartState = {
  readonly part: ProfilePart
  readonly title: string
  readonly state: string | null
  readonly isLoud: boolean
}

/** The parts of somebody's profile that their helper reads, and somebody suspended, who changes nothing in the others. */
const TO_READ: readonly ProfilePart[] = ['dados', 'chave']

/**
 * The doors of a person, with what waits behind each; what is well says nothing. `help`: whom they help or who helps them, in a few
 * words; null for nobody.
 */
export function profileParts(
  profile: Profile,
  { help = null, isHelped = false }: { help?: string | null; isHelped?: boolean } = {},
): PartState[] {
  const missing = (profile.email !== '' && !profile.emailVerified) || (profile.phone !== '' && !profile.phoneVerified)
  const states: Partial<Record<ProfilePart, string>> = {
    // An organiser who takes part registered without one, and nobody can pay them until there is.
    ...(profile.pixKey ? {} : { chave: 'falta' }),
    ...(profile.pixKeyPending ? { chave: 'vai mudar' } : {}),
    ...(missing ? { contatos: 'a confirmar' } : {}),
    ...(profile.adminApproved ? {} : { dados: 'aguarda aprovação' }),
  }
  return (Object.keys(titles) as ProfilePart[])
    .filter((part) => (part !== 'aparelhos' || profile.adminApproved) && (part !== 'ajuda' || help !== null))
    .filter((part) => !(isHelped || isClosed(profile.status)) || TO_READ.includes(part))
    .map((part) => ({ part, title: titles[part], state: states[part] ?? null, isLoud: states[part] !== undefined }))
    .map((door) => (door.part === 'ajuda' ? { ...door, title: help ?? door.title } : door))
}
