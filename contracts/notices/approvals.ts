import { silenceDays } from '../approvals.ts'
import type { ApprovalKind, ApprovalState } from '../approvals.ts'
import { errorMessage, errors } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import { approvalKindLabels } from '../labels.ts'
import type { Rules } from './rule.ts'
import { moment } from './sentences.ts'

/** Notices from before each led to its proposal have no id. */
type Proposal = { readonly change: ApprovalKind; readonly approvalId?: string }
type Proposed = Proposal & { readonly dueAt: number | null }
/** `reader`: whoever proposed it, or who administers and may not approve it; absent for who may. */
type Waiting = Proposed & { readonly reader?: 'proposer' | 'other' }
type Ended = Proposal & {
  readonly state: Exclude<ApprovalState, 'proposed'>
  /** Why it could not be done. */
  readonly reason: ErrorCode | null
}

const endings: Readonly<Record<Exclude<ApprovalState, 'proposed'>, string>> = {
  executed: 'foi feito o que estava proposto.',
  rejected: 'outra pessoa recusou a proposta.',
  withdrawn: 'quem propôs retirou a proposta.',
  expired: 'a proposta perdeu a validade sem ser decidida.',
  failed: 'o que estava proposto não pôde ser feito.',
}

export type ApprovalFacts = {
  readonly 'approval.touches_you': Proposed
  readonly 'approval.waits_for_you': Waiting
  readonly 'approval.ended': Ended
  readonly 'approval.closed': Ended
  readonly 'approval.objected': Proposal & { readonly isObjecting: boolean }
}

export const approvalRules: Rules<ApprovalFacts> = {
  'approval.touches_you': {
    event: 'access.approvals',
    to: ownApproval,
    letter: 'always',
    text: ({ change, dueAt }) =>
      dueAt === null
        ? `Uma mudança que toca você foi proposta e espera por um fiscal, ou por outra pessoa da administração: ${proposedText(change)}.`
        : `Uma mudança que toca você foi proposta: ${proposedText(change)}. ${silenceDays[change] ? 'Se' : 'Nenhuma outra pessoa pode aprovar; se'} ninguém discordar, isso acontece em ${moment(dueAt)}.`,
  },
  'approval.waits_for_you': {
    event: 'administration.approvals',
    to: approvalPage,
    letter: 'always',
    text: ({ change, dueAt, reader }) =>
      dueAt === null
        ? `${waits[reader ?? 'approver']}: ${proposedText(change)}.`
        : `Há uma proposta de outra pessoa: ${proposedText(change)}. Se ninguém discordar, isso acontece em ${moment(dueAt)}.`,
  },
  'approval.ended': { event: 'access.approvals', to: '/home', letter: 'always', text: endedText },
  'approval.closed': { event: 'administration.approvals', to: approvalPage, letter: 'always', text: endedText },
  'approval.objected': {
    event: 'administration.approvals',
    to: approvalPage,
    letter: 'always',
    text: ({ change, isObjecting }) =>
      `${approvalKindLabels[change]}: uma pessoa a quem isso toca ${isObjecting ? 'discorda' : 'deixou de discordar'}.`,
  },
}

const waits = {
  approver: 'Uma proposta espera pela sua aprovação',
  proposer: 'A sua proposta espera agora pela aprovação de outra pessoa',
  other: 'Há uma proposta de outra pessoa, que espera por quem pode aprovar',
} as const

function approvalPage({ approvalId }: Proposal): string {
  return approvalId === undefined ? '/admin/approvals' : `/admin/approvals#approval-${approvalId}`
}

function ownApproval({ approvalId }: Proposal): string {
  return approvalId === undefined ? '/home' : `/home#approval-${approvalId}`
}

function endedText({ change, state, reason }: Ended): string {
  // A sentence about a place, or of somebody's name, would have a gap: the proposal itself says it whole.
  const isWhole = reason !== null && !errors[reason].message.includes('{')
  return `${approvalKindLabels[change]}: ${endings[state]}${isWhole ? ` ${errorMessage(reason)}` : ''}`
}

/** The kind of a proposed change, inside a sentence. */
export function proposedText(change: ApprovalKind): string {
  const label = approvalKindLabels[change]
  return label.charAt(0).toLowerCase() + label.slice(1)
}
