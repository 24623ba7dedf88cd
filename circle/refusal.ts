/**
 * The reasons why a command is refused. The same codes stand in the contract's list of errors, with their status and
 * sentence.
 */
export type RefusalCode =
  | 'queue.position_taken'
  | 'queue.position_invalid'
  | 'queue.member_already_in'
  | 'queue.member_not_in_queue'
  | 'queue.member_not_approved'
  | 'queue.entry_not_found'
  | 'queue.same_entry'
  | 'queue.other_queue'
  | 'queue.not_receiver'
  | 'queue.already_receiver'
  | 'queue.no_next_receiver'
  | 'queue.full'
  | 'queue.reentry_pending'
  | 'queue.undo_impossible'
  | 'swap.not_here'
  | 'swap.oneself'
  | 'swap.no_place'
  | 'swap.receiving'
  | 'swap.received'
  | 'swap.changed'
  | 'substitute.not_here'
  | 'substitute.no_place'
  | 'substitute.not_approved'
  | 'substitute.suspended'
  | 'substitute.in_roda'
  | 'substitute.not_new'
  | 'substitute.receipt_waits'
  | 'substitute.part_paid'
  | 'substitute.case_open'
  | 'substitute.changed'
  | 'ahead.not_here'
  | 'ahead.no_place'
  | 'ahead.not_asked'
  | 'ahead.owing'
  | 'ahead.enough'
  | 'ahead.nothing_left'
  | 'ahead.behind'
  | 'ahead.nobody'
  | 'ahead.receiver_case'
  | 'ahead.changed'
  | 'pause.not_here'
  | 'pause.money_moved'
  | 'pause.already'
  | 'pause.too_many'
  | 'beginning.not_here'
  | 'beginning.late'
  | 'beginning.people'
  | 'beginning.rows'
  | 'rotation.not_here'
  | 'rotation.already'
  | 'rotation.not_over'
  | 'draw.not_first'
  | 'donation.ended'
  | 'donation.already_confirmed'
  | 'donation.no_receipt'
  | 'donation.receipt_rejected'
  | 'donation.report_decides'
  | 'donation.not_returnable'
  | 'donation.expired'
  | 'donation.not_receiver'
  | 'donation.not_donor'
  | 'donation.not_party'
  | 'donation.already_reported'
  | 'donation.no_parts'
  | 'donation.part_amount'
  | 'donation.parts_over'
  | 'donation.part_differs'
  | 'report.ended'
  | 'report.outcome_not_allowed'
  | 'report.part_paid'
  | 'appeal.donation_ended'
  | 'appeal.other_case'
  | 'upgrade.not_available'
  | 'upgrade.cannot_afford'
  | 'upgrade.already_accepted'
  | 'level.not_in_plan'
  | 'pull.contradicts_plan'
  | 'pull.period_past'
  | 'plan.not_balanced'
  | 'plan.invalid'
  | 'plan.frozen'
  | 'member.already_approved'
  | 'member.not_in_circle'
  | 'member.suspended'
  | 'member.not_suspended'
  | 'member.left'

export type RefusalDetails = Readonly<Record<string, string | number>>

/** Thrown inside the rules, answered by `decide` as a value. */
export class RuleRefusal extends Error {
  readonly code: RefusalCode
  readonly details: RefusalDetails
  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}

export function refuse(code: RefusalCode, details: RefusalDetails = {}): never {
  throw new RuleRefusal(code, details)
}
