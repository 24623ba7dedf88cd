import type { AdministratorRole } from '../forms/administrators.ts'
import type { Rules } from './rule.ts'

const audits = (role: AdministratorRole) => (role === 'AUDITOR' ? 'acompanhar como auditor' : 'administrar a Ciranda')

export type AdministratorFacts = {
  readonly 'administrator.added': { readonly role: AdministratorRole }
  readonly 'administrator.removed': { readonly role: AdministratorRole }
}

export const administratorRules: Rules<AdministratorFacts> = {
  'administrator.added': {
    to: '/admin/settings',
    letter: 'always',
    text: ({ role }) =>
      `Mais uma pessoa passou a ${audits(role)}. Se isso não devia ter acontecido, fale hoje mesmo com quem administra com você.`,
  },
  'administrator.removed': {
    to: '/admin/settings',
    letter: 'always',
    text: ({ role }) => `Uma pessoa deixou de ${audits(role)}.`,
  },
}
