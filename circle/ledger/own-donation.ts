import { spokenText } from '#circle/case-words.ts'
import type { Command } from '#circle/circle.ts'
import { findOpenReport, OWN_REPORT_STOP_MS, reportHoldsUntil } from '#circle/clock.ts'
import { mayWaitAgain, REJECTIONS_MAX } from '#circle/donation.ts'
import { takesParts } from '#circle/parts.ts'
import { paymentKeyText } from '#circle/payment-key.ts'
import type { Plan } from '#circle/plan.ts'
import type { CircleState } from '#circle/state.ts'
import { TOLERANCE_MS } from './administrators.ts'
import type { OwnDonation } from './books-donations.ts'
import type { LedgerEntry } from './entry.ts'
import { arePaymentsOf, isAnswerDue } from './own-receipts.ts'
import type { Receipts } from './own-receipts.ts'
import { APART_MAX_MS } from './signed-act.ts'
import type { ActSignature } from './signed-act.ts'
import type { KnownDonation, LedgerTools } from './verdict.ts'

// One donation as it is shown, held to what the ledger has of it.

/** A ledger with the beginnings of its donations, and the state that it leaves, which is followed once somebody asks for it. */
type Held = {
  /** By id, the entry with which a donation was made. */
  readonly made: ReadonlyMap<unknown, LedgerEntry>
  /** The ends that were decided for it, on its case or on appeal. */
  readonly ends: ReadonlyMap<unknown, readonly unknown[]>
  readonly receipts: ReadonlyMap<unknown, Receipts>
  /** Whether the day until which a receipt is to be answered is held. */
  readonly isAnswerHeld: boolean
  readonly stateNow: () => CircleState | null
}

/** The entries that made donations, by id. */
export function madeIn(entries: readonly LedgerEntry[]): ReadonlyMap<unknown, LedgerEntry> {
  const made = new Map<unknown, LedgerEntry>()
  for (const entry of entries)
    if (entry.kind === 'donation.matched' && !made.has(entry.payload['donationId']))
      made.set(entry.payload['donationId'], entry)
  return made
}

/** The ends that the administration gave donations, by id: by deciding a case, or an appeal. */
export function decidedEnds(entries: readonly LedgerEntry[]): ReadonlyMap<unknown, readonly unknown[]> {
  const ends = new Map<unknown, unknown[]>()
  for (const { kind, payload } of entries) {
    const isDecision = kind === 'report.ended' || kind === 'appeal.decided'
    if (!isDecision || !['confirm', 'cancel'].includes(String(payload['outcome']))) continue
    ends.set(payload['donationId'], [...(ends.get(payload['donationId']) ?? []), payload['outcome']])
  }
  return ends
}

/** Whether somebody is shown that the administration ended a donation just where it did: else its two people did so themselves. */
const isSettledSo = (settled: string | null, ends: readonly unknown[] = []): boolean =>
  settled === null ? ends.length === 0 : ends.includes(settled)

/** Whether amount, status and, where the member's data names them, both parties are the ledger's. */
export function agrees(
  { amountCents, paidCents, missingCents, status, donorId, receiverId }: KnownDonation,
  entered: OwnDonation,
): boolean {
  return (
    entered.amountCents === amountCents &&
    (paidCents === undefined || entered.paidCents === paidCents) &&
    (missingCents === undefined || entered.amountCents - entered.paidCents === missingCents) &&
    entered.status === ledgerStatus(status) &&
    (donorId === undefined || donorId === entered.donorId) &&
    (receiverId === undefined || receiverId === entered.receiverId)
  )
}

/** Whether until when it is to be paid, and what its receipt that waits is for, are the ledger's as far as they were shown. */
export function isAsShown(
  shown: KnownDonation,
  entered: OwnDonation,
  { made, ends, receipts, isAnswerHeld, stateNow, sha256 }: Held & Pick<LedgerTools, 'sha256'>,
): boolean {
  const { deadlineAt, isStopped, stopEndsAt, isReported, settled, caseId, pausedUntil, sentCents, payment } = shown
  return (
    isDeadlineOf(entered, deadlineAt) &&
    isDeadlineOf(entered, stopEndsAt) &&
    (!isStopped || entered.isReported) &&
    (!isStopped || stopEndsAt !== undefined || !isHeldForATime(entered, stateNow)) &&
    isScheduledInTime(shown, entered, stateNow) &&
    isMadeThen(made.get(shown.id), shown) &&
    (isReported === undefined || isReported === entered.isReported) &&
    (settled === undefined || isSettledSo(settled, ends.get(shown.id))) &&
    (caseId === undefined || caseId === entered.caseId) &&
    (typeof pausedUntil !== 'number' || pausedUntil === entered.pausedUntil) &&
    (sentCents === undefined || sentCents === entered.sentCents) &&
    arePaymentsOf(shown, receipts.get(shown.id), sha256) &&
    (!isAnswerHeld || isAnswerDue(shown, entered.receiverId, receipts.get(shown.id))) &&
    (payment === undefined || (payment && sha256(payment)) === entered.payment)
  )
}

/** Whether the report that stops a donation's clock does so for a time alone, which is to be said with it. */
function isHeldForATime({ donationId }: OwnDonation, stateNow: Held['stateNow']): boolean {
  const state = stateNow()
  const donation = state?.donations.get(donationId)
  const report = state && donation && findOpenReport(state, donation)
  return Boolean(report && reportHoldsUntil(donation, report) !== null)
}

/** A payment is scheduled for no day after its deadline, unless it is late; once there was a case, that may have been another. */
function isScheduledInTime(
  { scheduledFor }: KnownDonation,
  { donationId, deadlineAt, caseId }: OwnDonation,
  stateNow: Held['stateNow'],
): boolean {
  if (!scheduledFor || deadlineAt === null || caseId !== null || Date.parse(scheduledFor) <= deadlineAt) return true
  return stateNow()?.donations.get(donationId)?.isLate === true
}

/**
 * Whether a donation is shown neither as older than it is nor as newer: on a bank's statement, a payment of before is none of it, and
 * its own is no other's.
 */
function isMadeThen(made: LedgerEntry | undefined, { madeAt }: KnownDonation): boolean {
  return madeAt === undefined || made === undefined || Math.abs(madeAt - Date.parse(made.at)) <= TOLERANCE_MS
}

/**
 * Whether somebody is kept from saying that something is wrong with a donation of theirs that is open: by a report, where there was
 * none, or by rejecting a receipt, which the rules say that they may.
 */
export function isSilenced(
  { mayReport, mayReject }: KnownDonation,
  { donationId, status, caseId, receiverId }: OwnDonation,
  { memberId, stateNow }: Pick<Held, 'stateNow'> & { readonly memberId: string },
): boolean {
  if (status !== 'open' && status !== 'receipt_sent') return false
  if (mayReport === false && caseId === null) return true
  if (mayReject !== false || status !== 'receipt_sent' || receiverId !== memberId) return false
  const state = stateNow()
  const donation = state?.donations.get(donationId)
  if (!state || !donation) return false
  const isDecided = findOpenReport(state, donation) !== null && donation.rejections >= REJECTIONS_MAX
  return !isDecided && mayWaitAgain({ state }, donation)
}

/** Whether why receipts were rejected is shown as whoever rejected them signed it on their device; words that are gone say nothing. */
export function areAsSaid(
  entries: readonly LedgerEntry[],
  { id, rejections = [] }: KnownDonation,
  sha256: LedgerTools['sha256'],
): boolean {
  if (rejections.length === 0) return true
  const signed = entries.flatMap(({ payload }) => {
    const { command, signature } = payload as { command?: Command; signature?: ActSignature }
    return command?.kind === 'reject_receipt' && command.donationId === id ? [signature?.image ?? null] : []
  })
  return rejections.every(({ text, salt }, at) => {
    const image = signed[at] ?? null
    if (text === null || image === null) return true
    return salt !== null && image === sha256(spokenText({ salt, about: id, text, more: null, picture: null }))
  })
}

/** The commitments of the payment keys that the member was shown for a donation. */
export function shownCommitments(
  { paymentCommitment, paymentKey }: KnownDonation,
  sha256: LedgerTools['sha256'],
): string[] {
  return [
    ...(typeof paymentCommitment === 'string' ? [paymentCommitment] : []),
    ...(paymentKey ? [sha256(paymentKeyText(paymentKey.salt, paymentKey))] : []),
  ]
}

/**
 * Whether a member can do their part of a donation now: confirm what was sent, or pay, in a roda also what is late. `onlyPays`: they are
 * suspended or gone.
 */
export function isAwaited(
  { status, donorId, receiverId, deadlineAt }: OwnDonation,
  memberId: string,
  {
    inParts,
    onlyPays = false,
    now = Infinity,
  }: { readonly inParts: boolean; readonly onlyPays?: boolean; readonly now?: number | undefined },
): boolean {
  if (status === 'receipt_sent') return receiverId === memberId && !onlyPays
  const isInTime = inParts || (deadlineAt !== null && deadlineAt > now + APART_MAX_MS)
  return status === 'open' && donorId === memberId && isInTime
}

/** Whether contributions are paid in parts at a ledger's end. */
export function areInParts(entries: readonly LedgerEntry[]): boolean {
  const planned = entries.findLast(({ kind }) => kind === 'circle.created' || kind === 'circle.plan_changed')
  const { plan } = (planned?.payload ?? {}) as { readonly plan?: Plan }
  return plan !== undefined && takesParts({ plan })
}

/** An open report of the donor's may move a deadline by the time for which it stops the clock. */
function isDeadlineOf(entered: OwnDonation, shown: KnownDonation['deadlineAt']): boolean {
  if (shown === undefined || entered.deadlineAt === null) return true
  if (shown === null) return false
  const later = shown - entered.deadlineAt
  return later === 0 || (entered.isReported && later > 0 && later <= OWN_REPORT_STOP_MS)
}

/** A donation's status as the ledger has it. */
function ledgerStatus(status: string): string {
  const statuses: Readonly<Record<string, OwnDonation['status']>> = {
    PENDING_PAYMENT: 'open',
    PENDING_CONFIRMATION: 'receipt_sent',
    CONFIRMED: 'confirmed',
    EXPIRED: 'expired',
    CANCELLED: 'cancelled',
  }
  return statuses[status] ?? status
}
