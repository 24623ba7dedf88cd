import type { KnownDonation } from '#circle/ledger/verdict.ts'
import type { Donation } from './entities/donation.ts'
import { pixTransactionText } from './payment/pix-transaction.ts'

type Shown = Partial<
  Pick<
    Donation,
    | 'deadline'
    | 'clock_stopped'
    | 'paused_until'
    | 'receipt_amount'
    | 'missing'
    | 'parts'
    | 'receipt_sent_at'
    | 'pix_transaction'
    | 'demonstration'
    | 'is_reported'
    | 'report_resolved'
    | 'report_id'
    | 'rejections'
    | 'scheduled_for'
    | 'createdAt'
    | 'answer_due'
    | 'settlement'
  >
> & { readonly amount: number; readonly status: string }

/** A part that was confirmed, as it is shown. */
function shownPart({ amount, sent_at, pix_transaction }: Donation['parts'][number]) {
  const payment = pix_transaction && pixTransactionText(pix_transaction)
  return { cents: Math.round(amount * 100), sentAt: Date.parse(sent_at), payment }
}

type Facts = Omit<KnownDonation, 'id' | 'amountCents' | 'paidCents' | 'status' | 'donorId' | 'receiverId'>

const timeOf = (time: string | null) => (time === null ? null : Date.parse(time))

/** The part of a donation that shows when it is to be paid, and the receipt that waits, as the ledger is asked about it. */
export function shownFacts({
  status,
  amount,
  demonstration,
  is_reported,
  report_resolved,
  rejections,
  createdAt,
  missing,
  parts,
  answer_due,
  settlement,
  ...shown
}: Shown): Facts {
  const {
    deadline,
    clock_stopped,
    paused_until,
    scheduled_for,
    receipt_amount,
    receipt_sent_at,
    pix_transaction,
    report_id: caseId,
  } = shown
  return {
    ...(rejections === undefined
      ? {}
      : { rejections: rejections.map(({ reason: text, reason_salt: salt }) => ({ text, salt })) }),
    ...(createdAt === undefined ? {} : { madeAt: Date.parse(createdAt) }),
    ...(parts === undefined ? {} : { parts: parts.map(shownPart) }),
    ...(status.startsWith('PENDING') && missing !== undefined ? { missingCents: Math.round(missing * 100) } : {}),
    ...(caseId === undefined ? {} : { caseId }),
    ...(demonstration === undefined ? {} : { isDemonstration: demonstration }),
    ...(is_reported !== undefined && report_resolved !== undefined
      ? { isReported: is_reported && !report_resolved }
      : {}),
    ...((status === 'CONFIRMED' || status === 'CANCELLED') && settlement !== undefined
      ? { settled: settlement && settlement.outcome }
      : {}),
    ...(status === 'PENDING_PAYMENT' && {
      ...(deadline === undefined ? {} : { deadlineAt: timeOf(deadline) }),
      ...(clock_stopped === undefined ? {} : { isStopped: clock_stopped !== null }),
      ...(clock_stopped?.ends ? { stopEndsAt: Date.parse(clock_stopped.ends) } : {}),
      ...(scheduled_for === undefined ? {} : { scheduledFor: scheduled_for }),
      ...(paused_until === undefined ? {} : { pausedUntil: timeOf(paused_until) }),
    }),
    ...(receipt_sent_at && (status === 'PENDING_CONFIRMATION' || status === 'CONFIRMED')
      ? { sentAt: Date.parse(receipt_sent_at) }
      : {}),
    // Of a payment that was confirmed its number may be gone.
    ...(status === 'CONFIRMED' && pix_transaction ? { payment: pixTransactionText(pix_transaction) } : {}),
    ...(status === 'PENDING_CONFIRMATION' && {
      ...(answer_due === undefined ? {} : { answerDueAt: timeOf(answer_due) }),
      ...(receipt_amount === undefined ? {} : { sentCents: Math.round((receipt_amount ?? amount) * 100) }),
      ...(pix_transaction === undefined ? {} : { payment: pix_transaction && pixTransactionText(pix_transaction) }),
    }),
  }
}
