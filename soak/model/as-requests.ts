import type { Command } from '#circle/circle.ts'
import type { ActToSign } from '#server/testing/device.ts'
import type { Names } from './compare.ts'

/**
 * A command as the request that gives it. `picture` says that the body lacks the picture of a receipt, `sign` what its member's
 * device signs.
 */
export type AsRequest = {
  readonly call: string
  readonly body?: object
  readonly picture?: true
  readonly sign?: ActToSign
}

const reason = 'No ensaio.'

type Named = { readonly level: number; readonly member: string }

/** A place by its naive name: `N1:member`. */
function placeOfName(name: string): Named {
  const [level = '', member = ''] = name.split(':')
  return { level: Number(level.slice(1)), member }
}

/** The sum of a part, in reais. */
const sumOf = ({ cents }: { readonly cents?: number }) => (cents === undefined ? {} : { body: { amount: cents / 100 } })

/** The request of a command given in naive names; null where no request is one. */
export function requestOf(command: Command, names: Names): AsRequest | null {
  const id = (name: string) => encodeURIComponent(names.idOf(name))
  switch (command.kind) {
    case 'approve_member':
      return { call: `PATCH /users/${command.memberId}/approve` }
    case 'depart_member':
      return { call: `POST /users/${command.memberId}/suspend`, body: { reason } }
    case 'reinstate_member':
      return { call: `POST /users/${command.memberId}/reinstate`, body: { reason } }
    case 'place': {
      const { memberId, level, position, isReceiver } = command
      const body = { user_id: memberId, donation_number: level, position, is_receiver: isReceiver }
      return { call: 'POST /queue', body }
    }
    case 'remove':
      return { call: `DELETE /queue/${id(command.entryId)}` }
    case 'swap': {
      // A call names two members of one queue; two places of different queues cannot be asked for.
      const [first, second] = [command.entryId, command.otherEntryId].map(placeOfName) as [Named, Named]
      if (first.level !== second.level) return null
      const body = { firstUserId: first.member, secondUserId: second.member, donation_number: first.level }
      return { call: 'PATCH /queue/swap-positions', body }
    }
    case 'move_to_end':
      return {
        call: 'POST /queue/godown/move-user-to-end',
        body: { user_id: command.memberId, donation_number: command.level },
      }
    case 'reorder':
      return { call: `PATCH /queue/reorder/${id(command.entryId)}`, body: { position: command.position } }
    case 'set_receiver':
      return { call: `PATCH /queue/set-receiver/${id(command.entryId)}/${id(command.nextEntryId)}` }
    case 'next_receiver':
      return { call: `PATCH /queue/next-receiver/${id(command.entryId)}` }
    case 'edit_entry': {
      const { position, isReceiver } = command
      if (position === undefined && isReceiver === undefined) return null
      const body = {
        ...(position === undefined ? {} : { position }),
        ...(isReceiver === undefined ? {} : { is_receiver: isReceiver }),
      }
      return { call: `PATCH /queue/${id(command.entryId)}`, body }
    }
    case 'generate_pull':
      return { call: 'POST /donations/admin/generate-monthly-pull', body: {} }
    case 'send_receipt':
      return { call: `POST /donations/${id(command.donationId)}/comprovante`, picture: true, ...sumOf(command) }
    case 'reject_receipt':
      return { call: `POST /donations/${id(command.donationId)}/reject-receipt`, body: { reason } }
    case 'confirm':
      return { call: `PATCH /donations/${id(command.donationId)}/confirm`, ...sumOf(command) }
    case 'pause_month':
      return { call: `POST /admin/donations/${id(command.donationId)}/pause` }
    case 'begin_rotation':
      return { call: 'POST /admin/circle/rotation' }
    case 'pay_ahead':
      return { call: 'POST /me/ahead', body: { member_id: command.receiverId } }
    case 'report':
      return { call: `POST /donations/${id(command.donationId)}/report`, body: { reason } }
    case 'open_case':
      return { call: `POST /admin/donations/${id(command.donationId)}/open-case`, body: { reason } }
    case 'set_report_status':
      return {
        call: `PATCH /admin/donations/reports/${id(command.reportId)}/status`,
        body: { status: command.status },
      }
    case 'resolve_report': {
      const { resolution, outcome } = command
      const body = { resolution, resolution_message: reason, admin_notes: reason, donation_outcome: outcome }
      return { call: `POST /admin/donations/reports/${id(command.reportId)}/resolve`, body }
    }
    case 'decide_appeal': {
      const body = {
        decision: command.decision,
        message: reason,
        admin_notes: reason,
        donation_outcome: command.outcome,
      }
      return { call: `POST /admin/donations/reports/${id(command.reportId)}/decide-appeal`, body }
    }
    case 'accept_upgrade':
      return {
        call: 'POST /donations/accept-upgrade',
        body: { from_level: command.fromLevel, to_level: command.toLevel },
      }
    default:
      return null
  }
}
