import type { AdministratorRole } from '../forms/administrators.ts'
import type { Rules } from './rule.ts'

const audits = (role: AdministratorRole) => (role === 'AUDITOR' ? 'acompanhar como auditor' : 'administrar a Ciranda')

export type AdministratorFacts = {
  readonly 'administrator.added': { readonly role: AdministratorRole }
  readonly 'administrator.removed': { readonly role: AdministratorRole }
  readonly 'administrator.access_reset': { readonly isOwn: boolean }
}

const ofTeam = { event: 'administration.team', to: '/admin/settings', letter: 'always' } as const

export const administratorRules: Rules<AdministratorFacts> = {
  'administrator.added': {
    ...ofTeam,
    text: ({ role }) =>
      `Mais uma pessoa passou a ${audits(role)}. Se isso não devia ter acontecido, fale hoje mesmo com quem administra com você.`,
  },
  'administrator.removed': {
    ...ofTeam,
    text: ({ role }) => `Uma pessoa deixou de ${audits(role)}.`,
  },
  'administrator.access_reset': {
    ...ofTeam,
    text: ({ isOwn }) =>
      isOwn
        ? 'Uma senha provisória foi dada à sua conta no próprio servidor, e as suas sessões terminaram. Se não foi você que pediu, fale hoje mesmo com quem cuida do servidor.'
        : 'Uma senha provisória foi dada no próprio servidor a outra pessoa da administração. Se ela não pediu, fale hoje mesmo com quem cuida do servidor.',
  },
}
