import { completeTurn } from './levels.ts'
import { match } from './matching.ts'
import { moveToEnd, reorder, takeRole } from './queue.ts'
import { refuse } from './refusal.ts'
import { deadlineAfterRejection, findOpenReport, isPastDeadline } from './clock.ts'
import { endsUnpaid, mayBeOwedAgain, oweSettlement } from './release.ts'
import { emit, entriesOf, factsOf, findTurn, getEntry, getOpenDonation, queueOf } from './decision.ts'
import type { Decision, HasState } from './decision.ts'
import { ensureSum, restOf, takesParts } from './parts.ts'
import { DAY_MS } from './period.ts'
import { turnsByPlace } from './rotation.ts'
import { isCounted } from './shares.ts'
import type { CircleState, Donation, Entry } from './state.ts'

/** A donation whose receipt was rejected this often is a case for the administration. */
export const REJECTIONS_MAX = 2

/** Behind a part that was confirmed its donor has at least this long for the rest. */
const REST_MS = 2 * DAY_MS

/**
 * The donor sends a receipt, or replaces the one sent before. `image` is the SHA-256 of the picture as it is kept; absent
 * in commands from before it was recorded; `payment` is that of the PIX transaction's id, where it was given; `cents` is the
 * sum paid, where it is not the donation's whole amount: a part, or the rest behind other parts.
 * Refused to anybody else, and past the deadline unless a report stopped the clock or it stays owed, as in a roda.
 */
export function sendReceipt(
  decision: Decision,
  command: {
    donationId: string
    memberId: string
    image?: string | undefined
    payment?: string | undefined
    cents?: number | undefined
  },
): void {
  const { image, payment, cents } = command
  const donation = getOpenDonation(decision, command.donationId)
  if (donation.donorId !== command.memberId) refuse('donation.not_donor')
  if (isExpired(decision, donation) && !takesParts(decision.state)) refuse('donation.expired')
  ensureSum(decision, donation, cents)
  const sent = {
    donationId: donation.id,
    donorId: donation.donorId,
    ...(payment === undefined ? {} : { payment }),
    ...(cents === undefined ? {} : { cents }),
  }
  if (image === undefined) emit(decision, { kind: 'donation.receipt_sent', ...sent })
  else if (donation.status === 'PENDING_PAYMENT') emit(decision, { kind: 'donation.receipt_sent', ...sent, image })
  else emit(decision, { kind: 'donation.receipt_replaced', ...sent, image })
}

/**
 * The receiver says that the money of a receipt did not come. The donation waits for another receipt, for as long as was
 * left when the rejected one was first sent, and at least two days; the second rejection opens a report. While that is
 * undecided nothing more is rejected. A donation that could not wait again, since its receiver's turn is over or its donor
 * is gone, is left to a report. `stays`: until a person has decided, it does not end by itself either; absent in commands
 * from before that was so.
 */
export function rejectReceipt(
  decision: Decision,
  command: { donationId: string; memberId: string; stays?: true },
): void {
  const { memberId } = command
  const donation = getOpenDonation(decision, command.donationId)
  const { id, rejections } = donation
  if (donation.receiverId !== memberId) refuse('donation.not_receiver')
  ensureReceiptWaits(donation)
  const isUnderReport = findOpenReport(decision.state, donation) !== null
  if (isUnderReport && rejections >= REJECTIONS_MAX) refuse('donation.report_decides')
  if (!mayWaitAgain(decision, donation)) refuse('donation.not_returnable')
  const attempt = rejections + 1
  const deadlineAt = deadlineAfterRejection(donation, decision.now)
  const stays = command.stays ? { stays: true as const } : {}
  emit(decision, {
    kind: 'donation.receipt_rejected',
    donationId: id,
    receiverId: memberId,
    attempt,
    deadlineAt,
    ...stays,
  })
  if (attempt < REJECTIONS_MAX || isUnderReport) return
  emit(decision, { kind: 'donation.reported', reportId: decision.newId(), donationId: id, reporterId: memberId })
}

/**
 * Whether the donation can wait for a receipt again: its receiver is still receiving, or has received a part of it, and its
 * donor still owes it.
 */
export function mayWaitAgain(decision: HasState, donation: Donation): boolean {
  if (donation.parts > 0) return mayBeOwedAgain(decision, donation)
  const isReceiving = [...decision.state.entries.values()].some(
    ({ turnId, isReceiver }) => isReceiver && turnId !== null && turnId === donation.turnId,
  )
  return isReceiving && mayBeOwedAgain(decision, donation)
}

function ensureReceiptWaits({ status, rejections }: Donation): void {
  if (status === 'PENDING_CONFIRMATION') return
  refuse(rejections > 0 ? 'donation.receipt_rejected' : 'donation.no_receipt')
}

/**
 * The receiver says that the money came; an administrator says it for the administrative account. `cents` as the receipt that
 * waits has it: nobody confirms another sum than the one they saw.
 */
export function confirm(
  decision: Decision,
  command: { donationId: string; by: { memberId: string } | 'administration'; cents?: number | undefined },
): void {
  const donation = getOpenDonation(decision, command.donationId)
  const by = command.by === 'administration' ? null : command.by.memberId
  if (donation.receiverId !== by) refuse('donation.not_receiver')
  ensureReceiptWaits(donation)
  if ((command.cents ?? null) !== donation.sentCents) refuse('donation.part_differs')
  settleDonation(decision, donation)
  match(decision)
}

/**
 * Records that the money has arrived: counts it, completes the turn it fills, and allows re-entry when it was the last
 * thing owed. A part counts too, and its donation waits for the rest, with its deadline or two days.
 */
export function settleDonation(decision: Decision, donation: Donation): void {
  if (donation.status !== 'PENDING_CONFIRMATION') refuse('donation.no_receipt')
  const { sentCents: cents } = donation
  const facts = factsOf(donation)
  if (cents !== null && cents < restOf(decision.state, donation)) {
    const deadlineAt = Math.max(donation.deadlineAt, decision.now + REST_MS)
    emit(decision, { kind: 'donation.part_confirmed', ...facts, cents, part: donation.parts + 1, deadlineAt })
  } else emit(decision, { kind: 'donation.confirmed', ...facts, ...(cents === null ? {} : { cents }) })
  if (donation.isLate) endPaid(decision, donation)
  if (donation.type === 'FINAL_PAYMENT_N3') allowReentry(decision, donation.donorId)
  const turn = findTurn(decision, donation.turnId)
  if (turn && turn.status === 'running' && turn.confirmed === turn.required) completeTurn(decision, turn)
  // A receiver who left this rotation before the confirmation may now have received more than was given.
  if (donation.receiverId !== null && donation.target !== 'administration') {
    oweSettlement(decision, donation.receiverId, donation.target)
  }
}

/** Once all of a late one came, a case that neither party opened has nothing left to decide. */
function endPaid(decision: Decision, donation: Donation): void {
  const report = findOpenReport(decision.state, donation)
  if (!report || report.reporterId !== null || decision.state.donations.has(donation.id)) return
  const { id: reportId, donationId } = report
  emit(decision, { kind: 'report.ended', reportId, donationId, status: 'RESOLVED', outcome: 'keep' })
}

/**
 * Ends every unpaid donation whose deadline has passed and that no report holds, or holds no more. In a roda (`staysLate`) it
 * stays between the same two people instead, to be paid late. Of a part nobody doubts anything, so that the rest is late like any
 * other, and asked about once (`isLeftLate`); whose receipt was rejected is served last once it is decided (circle/report.ts).
 */
export function expireDue(decision: Decision, staysLate: boolean): void {
  const due = [...decision.state.donations.values()]
    .filter((donation) => isExpired(decision, donation) && (donation.isUndecided || !donation.isLate || !staysLate))
    .filter((donation) => !isLeftLate(decision.state, donation))
    .sort((a, b) => a.order - b.order)
  for (const { id } of due) {
    const donation = decision.state.donations.get(id)
    // One whose receiver was late too, and lost the role by it, goes to another, by whose time it is due.
    if (!donation) continue
    const stays = staysLate && takesParts(decision.state)
    const isNew = stays && !donation.isLate
    if (isNew) emit(decision, { kind: 'donation.late', ...factsOf(donation) })
    const ends = endsUnpaid(decision, donation)
    if (!ends && !(isNew && donation.rejections === 0)) continue
    if (!stays) emit(decision, { kind: 'donation.expired', ...factsOf(donation) })
    if (donation.type !== 'PULL') continue
    if (!stays) voidContribution(decision, donation)
    serveLast(decision, donation, stays)
  }
  if (due.length > 0) match(decision)
}

/**
 * Whether a late rest waits for its donor alone, since a case about it was decided and no receipt of it ever rejected. Asked about anew
 * every two days it would have one case after another, none of which can end it while its donor is there.
 */
export function isLeftLate(state: CircleState, donation: Donation): boolean {
  const { isLate, parts, rejections, reportId } = donation
  const isDecided = reportId !== null && !state.reports.has(reportId)
  return isCounted(state) && isLate && parts > 0 && rejections === 0 && isDecided && mayBeOwedAgain({ state }, donation)
}

/** A contribution that did not come is not waited for any more: its month is over, and it is not asked for again. */
export function voidContribution(decision: Decision, { obligationId, donorId, type, target }: Donation): void {
  const { amountCents } = decision.state.obligations.get(obligationId)!
  const reason = 'period_expired'
  emit(decision, { kind: 'obligation.void', obligationId, memberId: donorId, type, amountCents, target, reason })
}

/**
 * A donor who did not contribute in time moves to the end of the queue with each place that is not receiving. Where the contribution
 * still comes, nobody receives a second time before them: they move behind those who wait for as many turns.
 */
export function serveLast(decision: Decision, { donorId, target }: Donation, stays: boolean): void {
  if (target === 'administration') return
  const own = entriesOf(decision, donorId, target)
  if (stays) for (const { id } of own.filter((one) => !isServed(decision, one))) moveBehindRound(decision, id)
  else for (const { id } of own.filter(({ isReceiver }) => !isReceiver)) moveToEnd(decision, getEntry(decision, id))
}

/**
 * Whether a place receives. Months that are paid ahead begin turns before their time, and give the role to all before them: in a roda
 * counted person by person, a turn to which nothing else is owed, and came, has not begun for whoever is late. Two who confirm to each
 * other what was never paid could begin one as well.
 */
function isServed({ state }: HasState, { isReceiver, turnId, memberId }: Entry): boolean {
  if (!isReceiver || !isCounted(state)) return isReceiver
  const { donations, obligations, members } = state
  const isOfMonth = (one: Donation) => one.turnId === turnId && !obligations.get(one.obligationId)!.isAhead
  if ([...donations.values()].some(isOfMonth)) return true
  // Of months ahead that came it is not known any more to whom.
  const ahead = [...members.values()].flatMap((one) => (one.id === memberId ? [] : one.ahead))
  const paid = ahead.filter(({ obligationId }) => !obligations.has(obligationId)).length
  return (findTurn({ state }, turnId)?.confirmed ?? 0) > paid
}

function moveBehindRound(decision: Decision, id: string): void {
  const entry = getEntry(decision, id)
  const turnsOf = turnsByPlace(decision.state)
  // It is one of those itself: where nobody of them stands behind it, it stays.
  const last = queueOf(decision, entry.level).findLast((other) => turnsOf.get(other.id)! <= turnsOf.get(id)!)!
  if (last.id === id) return
  if (entry.isReceiver) takeRole(decision, entry, 'receiver_replaced')
  reorder(decision, getEntry(decision, id), last.position)
}

function isExpired({ state, now }: Decision, donation: Donation): boolean {
  return isPastDeadline(state, donation, now)
}

/**
 * Allows re-entry after the last final payment: a member who completed the circle again before paying for the first
 * time owes two.
 */
function allowReentry(decision: Decision, memberId: string): void {
  const { members, obligations } = decision.state
  const owesAnother = [...obligations.values()].some(
    (owed) => owed.memberId === memberId && owed.type === 'FINAL_PAYMENT_N3',
  )
  if (members.get(memberId)?.reentry === 'owing' && !owesAnother)
    emit(decision, { kind: 'member.reentry_allowed', memberId })
}
