import type { Command } from '#circle/circle.ts'
import type { ActKind } from './act-kinds.ts'
import { isOfAdministration } from './administrators.ts'
import { isDecidedRecord, recordText } from './decided-records.ts'
import { canonicalJson, COMMAND_KIND } from './entry.ts'
import type { LedgerEntry } from './entry.ts'

/** Since when whoever administers decides by the signature of their device, where they ever had one. */
export const DEEDS_SINCE = 4

/** The acts of whoever administers: their decision, and that they approve another's. */
export const DECISIONS: readonly ActKind[] = ['administer', 'approve']

/** Those that are signed where all are (`ALL_DECIDED_SINCE`): a rotation asked for by hand, a case ended by its status. */
const LATER: readonly Command['kind'][] = ['begin_rotation', 'set_report_status']

/** A plan is approved by signatures, or proposed to everybody for three days. */
const UNSIGNED: readonly Command['kind'][] = ['change_plan']

/** The proposed changes that are a command once they are approved, right behind it. */
const COMMANDED: readonly unknown[] = [
  'suspend_member',
  'change_queue',
  'pause_month',
  'resolve_report',
  'decide_appeal',
  'hand_over',
]
/** Those whose signed hash can be held to what is done: a command, a record, or a role. */
const PROPOSED: readonly unknown[] = [...COMMANDED, 'close_circle', 'add_administrator']

/** The proposals that also change a person's data, and how many records may follow one. */
const OF_A_PERSON: readonly unknown[] = ['payment_key', 'suspend_member']
/** The proposal that becomes a record, and carries that one's signature. */
const OF_A_RECORD: Readonly<Record<string, string>> = { 'circle.closed': 'close_circle' }
const RECORDS_MAX = 4

/** Whether a command is signed by whoever administers only where all such decisions are. */
export const isLaterDeed = ({ kind }: Command): boolean => LATER.includes(kind)

/** The month's contributions are asked for by the calendar too: their signature is held to its decision, and none is demanded. */
export const isDemandedDeed = ({ kind }: Command): boolean => kind !== 'generate_pull'

/** Whether a command is a decision about somebody's money, place or membership, by whoever administers. */
export function isDeed(command: Command, actorId: string | null): boolean {
  return actorId !== null && !UNSIGNED.includes(command.kind) && isOfAdministration(command, actorId)
}

/** Whether the proposal of this change is such a decision. */
export function isProposedDeed(change: unknown): boolean {
  return PROPOSED.includes(change)
}

/** The text whose SHA-256 a device signs of a decision: its command, without what the server alone knows before it is done. */
export function deedText(command: Command): string {
  switch (command.kind) {
    case 'open_case':
      return canonicalJson({ kind: command.kind, donationId: command.donationId })
    case 'undo':
      return canonicalJson({ kind: command.kind, seq: command.seq })
    case 'generate_pull':
      return canonicalJson({ kind: command.kind })
    case 'decide_appeal': {
      const { kind, reportId, decision, outcome } = command
      return canonicalJson({ kind, reportId, decision, outcome })
    }
    default:
      return canonicalJson(command)
  }
}

/**
 * Follows the decisions of a ledger, entry by entry, and holds what is done to what a device signed, at once or as it was proposed.
 * Answers `differs` for another decision than the signed one, and `settled` for what needs no signature of its own: a command
 * carried out by its approval, and what came to be signed after the circle was founded.
 */
export function openDecisions(sha256: ((text: string) => string) | null) {
  const proposals = new Map<unknown, { readonly change: unknown; readonly image: string | null }>()
  let executed: unknown = null
  let executedSeq = 0
  return {
    read(
      { seq, kind, payload, actor_id: actorId }: LedgerEntry,
      { isAllHeld }: { readonly isAllHeld: boolean },
    ): 'differs' | 'settled' | null {
      const { approvalId, change, command } = payload as { approvalId?: string; change?: string; command?: Command }
      const image = (payload['signature'] as { readonly image?: string | null } | undefined)?.image ?? null
      if (kind === 'approval.proposed') proposals.set(approvalId, { change, image })
      if (kind === 'approval.executed') [executed, executedSeq] = [approvalId, seq]
      const isStep = kind === 'approval.proposed' || kind === 'approval.approved'
      if (isStep && !isAllHeld && proposals.get(approvalId)?.change === 'add_administrator') return 'settled'
      const proposal = proposals.get(executed)
      if (isDecidedRecord(kind, payload, actorId)) {
        if (OF_A_PERSON.includes(proposal?.change) && seq - executedSeq <= RECORDS_MAX) return 'settled'
        const isProposed = proposal !== undefined && proposal.change === OF_A_RECORD[kind]
        const signed = isProposed ? proposal.image : image
        if (signed !== null && sha256 !== null && signed !== sha256(recordText(kind, payload))) return 'differs'
        return isAllHeld && !isProposed ? null : 'settled'
      }
      if (kind !== COMMAND_KIND || !command) return null
      executed = null
      if (!isDeed(command, actorId)) return null
      // To have somebody administer, another operator, key or the end, is done by no command: the next one is a decision of its own.
      const isCarriedOut = proposal !== undefined && COMMANDED.includes(proposal.change)
      const signed = isCarriedOut ? proposal.image : image
      if (signed !== null && sha256 !== null && signed !== sha256(deedText(command))) return 'differs'
      const isHeld = isDemandedDeed(command) && (isAllHeld || !isLaterDeed(command))
      return isCarriedOut || !isHeld ? 'settled' : null
    },
  }
}
