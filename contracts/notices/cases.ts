import type { AppealDecision, DonationOutcome } from '../labels.ts'
import type { Rules } from './rule.ts'

/** Notices from before both parties could read a case have no report. */
type Case = { readonly donationId: string; readonly reportId?: string }

const decided: Readonly<Record<DonationOutcome, string>> = {
  keep: 'a doação continua como estava',
  confirm: 'a doação foi confirmada',
  cancel: 'a doação foi cancelada',
}
/** 2026-11-25 as 25/11. */
const dayAndMonth = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`

export type CaseFacts = {
  readonly 'case.opened': Case & { readonly byAdministration?: true }
  readonly 'case.moved': Case
  /** `isPaid`: the money came, and nobody had anything left to decide. */
  readonly 'case.ended': Case & {
    readonly outcome?: DonationOutcome
    readonly isDismissed?: boolean
    readonly isPaid?: boolean
  }
  readonly 'case.said': Case
  readonly 'case.asked': Case & { readonly until: string }
  /** `isNew`: it was opened just now; it names none, since who administers several circles reads of it in each. */
  readonly 'case.to_review': Case | { readonly isNew: true }
  readonly 'case.appealed': Case
  readonly 'case.appeal_waits': Case
  readonly 'case.appeal_decided': Case & { readonly decision: AppealDecision; readonly outcome: DonationOutcome }
}

const ofCase = { event: 'case.news', to: casePage, letter: 'usual' } as const

export const caseRules: Rules<CaseFacts> = {
  'case.opened': {
    event: 'case.opened',
    to: casePage,
    letter: 'usual',
    text: ({ byAdministration }) =>
      byAdministration
        ? 'Foi aberto um caso sobre uma doação sua, para a administração decidir. Veja por quê, e conte o seu lado.'
        : 'Um problema foi avisado sobre uma doação sua.',
  },
  'case.moved': {
    ...ofCase,
    text: () => 'O problema avisado sobre uma doação sua mudou de situação.',
  },
  'case.ended': {
    ...ofCase,
    text: ({ outcome, isDismissed, isPaid }) =>
      isPaid
        ? 'O caso de uma doação sua terminou: o dinheiro chegou.'
        : `Foi decidido o caso de uma doação sua${
            outcome === undefined
              ? '.'
              : `: ${isDismissed ? 'o aviso foi dispensado' : decided[outcome]}. O motivo está no caso.`
          }`,
  },
  'case.said': {
    ...ofCase,
    text: () => 'Há algo novo no caso de uma doação sua.',
  },
  'case.asked': {
    event: 'case.asked',
    to: casePage,
    letter: 'usual',
    text: ({ until }) => `A administração pede uma resposta sua no caso de uma doação, até ${dayAndMonth(until)}.`,
  },
  'case.to_review': {
    event: 'administration.reports',
    to: (facts) => ('isNew' in facts ? '/admin/reports' : `/admin/reports?report=${facts.reportId}`),
    letter: 'usual',
    text: (facts) => ('isNew' in facts ? 'Há um caso novo para decidir.' : 'Há algo novo em um caso.'),
  },
  'case.appealed': {
    ...ofCase,
    text: () => 'A outra parte recorreu da decisão no caso de uma doação sua. Até o recurso ser decidido, ela vale.',
  },
  'case.appeal_waits': {
    event: 'administration.reports',
    to: ({ reportId }) => `/admin/reports?report=${reportId}`,
    letter: 'usual',
    text: () => 'Há um recurso a decidir em um caso. Decide quem não tomou parte na primeira decisão, se houver.',
  },
  'case.appeal_decided': {
    ...ofCase,
    text: ({ decision, outcome }) =>
      `O recurso no caso de uma doação sua foi decidido: ${
        decision === 'UPHELD'
          ? 'a primeira decisão vale'
          : outcome === 'keep'
            ? 'a primeira decisão estava errada, e a doação continua como está'
            : `a decisão mudou, e ${decided[outcome]}`
      }. O motivo está no caso.`,
  },
}

function casePage({ reportId }: Case): string {
  return reportId === undefined ? '/reports' : `/reports/${reportId}`
}
