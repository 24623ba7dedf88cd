import { fieldsOf } from '#contracts/profile-fields.ts'
import type { ProfileGroup } from '#contracts/profile-fields.ts'
import type { User } from './api.ts'

type Section = { readonly title: string; readonly groups: readonly ProfileGroup[] }

const sections: readonly Section[] = [
  { title: 'Informações Pessoais', groups: ['personal', 'address'] },
  { title: 'Informações Bancárias', groups: ['bank'] },
  { title: 'PIX', groups: ['pix'] },
  { title: 'Crypto', groups: ['crypto'] },
]

/** The sections of a person's profile, without the groups that were not asked for and of which nothing was given. */
export function sectionsOf(user: Partial<User>, unasked: readonly ProfileGroup[]): readonly Section[] {
  const isShown = (group: ProfileGroup) => !unasked.includes(group) || fieldsOf(group).some((field) => user[field])
  return sections.flatMap(({ title, groups }) => {
    const shown = groups.filter(isShown)
    return shown.length === 0 ? [] : [{ title, groups: shown }]
  })
}
