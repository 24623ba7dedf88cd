import { timeLeftMs } from './clock.ts'
import { change, changeTurn, known } from './draft.ts'
import type { Appliers, Draft } from './draft.ts'
import type { Level } from './plan.ts'
import type { DonationFacts } from './state.ts'

/** The effect of each event of donations, of what is owed, and of reports about them. */
export const donationAppliers = {
  'obligation.owed': (
    draft,
    { obligationId, memberId, type, amountCents, target, period, order, ahead = false },
    at,
  ) => {
    draft.obligations.set(obligationId, {
      id: obligationId,
      memberId,
      type,
      amountCents,
      paidCents: 0,
      target,
      period,
      order,
      owedAt: at,
      overdue: false,
      pausedUntil: null,
      isAhead: ahead,
      status: 'waiting',
    })
    draft.nextOrder = order + 1
    if (ahead && period !== null)
      change(draft.members, memberId, (member) => ({ ahead: [...member.ahead, { obligationId, period }] }))
    else if (type === 'PULL' && period !== null) noteAsked(draft, period, `${target}:${memberId}`)
  },
  'contribution.counted': (draft, { obligationId, memberId, level, period }) => {
    noteAsked(draft, period, `${level}:${memberId}`)
    forgetAhead(draft, memberId, obligationId)
    if (draft.obligations.has(obligationId)) change(draft.obligations, obligationId, { period, isAhead: false })
  },
  'obligation.void': (draft, { obligationId, memberId }) => {
    draft.obligations.delete(obligationId)
    forgetAhead(draft, memberId, obligationId)
  },

  'donation.matched': (draft, event) => {
    const obligation = known(draft.obligations.get(event.obligationId), 'obligation')
    draft.obligations.set(obligation.id, { ...obligation, status: 'open' })
    draft.donations.set(event.donationId, {
      id: event.donationId,
      obligationId: event.obligationId,
      donorId: event.donorId,
      receiverId: event.receiverId,
      turnId: event.turnId,
      type: event.type,
      amountCents: event.amountCents,
      target: event.target,
      status: 'PENDING_PAYMENT',
      order: obligation.order,
      deadlineAt: event.deadlineAt,
      isLate: false,
      reportId: null,
      rejections: 0,
      rejectedAt: null,
      leftMs: null,
      isUndecided: false,
      parts: 0,
      sentCents: null,
    })
    draft.donationsMade += 1
    changeTurn(draft, event.turnId, (turn) => ({ open: turn.open + 1 }))
  },
  'donation.receipt_sent': (draft, { donationId, cents = null }, at) =>
    change(draft.donations, donationId, (donation) => ({
      status: 'PENDING_CONFIRMATION' as const,
      sentCents: cents,
      // Entries from before replacements had a kind of their own say so again: the clock stopped at the first.
      leftMs: donation.status === 'PENDING_PAYMENT' ? timeLeftMs(draft, donation, at) : donation.leftMs,
    })),
  'donation.receipt_replaced': (draft, { donationId, cents = null }) =>
    change(draft.donations, donationId, { sentCents: cents }),
  'donation.receipt_rejected': (draft, { donationId, attempt, deadlineAt, stays = false }, at) =>
    change(draft.donations, donationId, ({ parts }) => ({
      isUndecided: stays || parts > 0,
      status: 'PENDING_PAYMENT' as const,
      sentCents: null,
      rejections: attempt,
      rejectedAt: at,
      leftMs: null,
      deadlineAt,
    })),
  'donation.part_confirmed': (draft, event) => {
    const { donationId, obligationId, turnId, cents, part: parts, deadlineAt } = event
    const waits = { status: 'PENDING_PAYMENT', sentCents: null, leftMs: null } as const
    change(draft.donations, donationId, { ...waits, parts, deadlineAt, isUndecided: true })
    change(draft.obligations, obligationId, ({ amountCents, paidCents }) => ({
      amountCents: amountCents - cents,
      paidCents: paidCents + cents,
    }))
    changeTurn(draft, turnId, ({ receivedCents }) => ({ receivedCents: receivedCents + cents }))
    countMoney(draft, event, cents)
  },
  'donation.confirmed': (draft, event) => {
    const { cents = event.amountCents } = event
    draft.donations.delete(event.donationId)
    draft.obligations.delete(event.obligationId)
    changeTurn(draft, event.turnId, (turn) => ({
      open: turn.open - 1,
      confirmed: turn.confirmed + 1,
      receivedCents: turn.receivedCents + cents,
    }))
    countMoney(draft, event, cents)
  },
  'donation.expired': (draft, event) => {
    endUnpaid(draft, event)
    if (event.type !== 'PULL') change(draft.obligations, event.obligationId, { overdue: true })
  },
  'donation.late': (draft, { donationId }) => change(draft.donations, donationId, { isLate: true }),
  'donation.cancelled': (draft, event) => endUnpaid(draft, event),
  'donation.deadline_moved': (draft, { donationId, deadlineAt }) => change(draft.donations, donationId, { deadlineAt }),
  'contribution.paused': (
    draft,
    { donationId, obligationId, memberId, rotation: pausedRotation, pauses, until, deadlineAt },
  ) => {
    change(draft.donations, donationId, { deadlineAt })
    change(draft.obligations, obligationId, { pausedUntil: until })
    change(draft.members, memberId, { pauses, pausedRotation })
  },
  'donation.reported': (draft, { reportId, donationId, reporterId, holdsMs = null }, at) => {
    change(draft.donations, donationId, { reportId })
    draft.reports.set(reportId, { id: reportId, donationId, reporterId, status: 'PENDING', reportedAt: at, holdsMs })
  },
  'report.status_changed': (draft, { reportId, status }) => change(draft.reports, reportId, { status }),
  'report.ended': (draft, { reportId, donationId }) => {
    draft.reports.delete(reportId)
    if (draft.donations.has(donationId))
      change(draft.donations, donationId, ({ parts }) => ({ isUndecided: parts > 0 }))
  },
  'donation.handed_over': (draft, { donationId, donorId, receiverId, deadlineAt }) =>
    change(draft.donations, donationId, { donorId, receiverId, deadlineAt }),
  // Its effect on the donation follows as the donation's own event.
  'appeal.decided': () => {},
  'pull.generated': () => {},
} satisfies Partial<Appliers>

function noteAsked(draft: Draft, period: string, key: string): void {
  if (draft.pulledPeriod !== period) draft.pulled = new Set()
  draft.pulledPeriod = period
  draft.pulled.add(key)
}

/** Its month was asked for, or is to be asked for like every other. */
function forgetAhead(draft: Draft, memberId: string, obligationId: string): void {
  const isIt = (one: { readonly obligationId: string }) => one.obligationId === obligationId
  if (draft.members.get(memberId)?.ahead.some(isIt))
    change(draft.members, memberId, ({ ahead }) => ({ ahead: ahead.filter((one) => !isIt(one)) }))
}

/** The donation ends without money; its obligation goes back to its list, with its age. */
function endUnpaid(draft: Draft, event: DonationFacts): void {
  draft.donations.delete(event.donationId)
  change(draft.obligations, event.obligationId, { status: 'waiting' })
  changeTurn(draft, event.turnId, (turn) => ({ open: turn.open - 1 }))
}

function countMoney(draft: Draft, { donorId, receiverId, target }: DonationFacts, cents: number): void {
  change(draft.members, donorId, (donor) => ({
    given: { ...donor.given, [target]: donor.given[target] + cents },
  }))
  if (receiverId === null || target === 'administration') return
  const level: Level = target
  change(draft.members, receiverId, (receiver) => ({
    received: { ...receiver.received, [level]: receiver.received[level] + cents },
  }))
}
