import type { ApprovalKind } from '../approvals.ts'
import { proposedText } from './approvals.ts'
import type { Nothing, Rules } from './rule.ts'

export type FiscalFacts = {
  readonly 'fiscal.named': Nothing
  readonly 'fiscal.withdrawn': Nothing
  readonly 'fiscal.begun': Nothing
  readonly 'fiscal.over': Nothing
  readonly 'fiscal.decides': { readonly change: ApprovalKind; readonly approvalId: string }
  readonly 'fiscal.case': { readonly reportId: string }
  readonly 'fiscal.appeal': { readonly reportId: string }
}

const ofFiscals = { event: 'circle.fiscals', to: '/fiscais', letter: 'always' } as const

export const fiscalRules: Rules<FiscalFacts> = {
  'fiscal.named': {
    ...ofFiscals,
    text: () =>
      'Quem organiza indicou alguém da roda como fiscal: a pessoa que dá a segunda assinatura. Veja quem é, e confirme se você confia.',
  },
  'fiscal.withdrawn': {
    ...ofFiscals,
    text: () => 'Quem organiza retirou a indicação de um fiscal. Você não precisa confirmar essa pessoa.',
  },
  'fiscal.begun': {
    ...ofFiscals,
    text: () => 'Mais da metade da roda confirmou um fiscal: o que é grave agora espera também pela assinatura dele.',
  },
  'fiscal.over': {
    ...ofFiscals,
    text: () => 'Um fiscal da roda não é mais fiscal. Veja quem são os fiscais de agora.',
  },
  'fiscal.decides': {
    event: 'circle.fiscals',
    to: ({ approvalId }) => `/decisoes#approval-${approvalId}`,
    letter: 'always',
    text: ({ change }) => `Uma decisão espera por você, como fiscal: ${proposedText(change)}. Aprove ou recuse.`,
  },
  'fiscal.case': {
    event: 'circle.fiscals',
    to: ({ reportId }) => `/reports/${reportId}`,
    letter: 'always',
    text: () => 'Há um caso em que quem administra é parte, e por isso quem decide é um fiscal. Leia o caso e decida.',
  },
  'fiscal.appeal': {
    event: 'circle.fiscals',
    to: ({ reportId }) => `/reports/${reportId}`,
    letter: 'always',
    text: () => 'Alguém recorreu da decisão de um caso, e o recurso espera por um fiscal. Leia o caso e decida.',
  },
}
