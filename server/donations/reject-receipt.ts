import { and, eq } from 'drizzle-orm'
import { rejectionNote } from '#circle/case-words.ts'
import type { CircleEvent, EventKind, EventOfKind } from '#circle/state.ts'
import { withCircle } from '#server/circle-store/with-circle.ts'
import type { Context } from '#server/context.ts'
import { refuse } from '#server/lib/refusal.ts'
import { donations } from '#server/tables/donations.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'
import { ensureOpen, getDonation } from './find.ts'
import { insertReport } from './open-report.ts'

type Input = {
  donationId: string
  reason: string
  receipt_sent_at?: string | undefined
  words_salt?: string | undefined
}

/**
 * The receiver says that the money of a receipt did not come ('Não recebi'). The donation waits for another receipt, the
 * rejected one is kept with its reason, and the second rejection opens a report. Refuses everybody else, a donation whose
 * receipt does not wait, and, with `receipt_sent_at`, a receipt that was replaced since the receiver saw it.
 */
export async function rejectReceipt(context: Context, input: Input) {
  const { actor, clock } = context
  const { donationId, reason } = input
  return withCircle(context, actor.circleId, async (circle) => {
    const { tx, id: circleId, perform } = circle
    const donation = await getDonation(tx, actor, donationId)
    ensureOpen(donation)
    if (donation.receiverId === actor.id) ensureSame(donation.receiptSentAt, input.receipt_sent_at)
    const events = await perform({ kind: 'reject_receipt', donationId, memberId: actor.id, stays: true })
    const { attempt, deadlineAt } = one(events, 'donation.receipt_rejected')!
    const at = new Date(clock.now())
    await tx.insert(rejectedReceipts).values({
      circleId,
      donationId,
      attempt,
      receiptSha256: donation.receiptSha256,
      receiptPixelHash: donation.receiptPixelHash,
      pixTransaction: donation.pixTransaction,
      sentAt: donation.receiptSentAt!,
      rejectedAt: at,
      reason,
      reasonSalt: context.signed ? (input.words_salt ?? null) : null,
      receiptSigned: donation.receiptSigned,
      rejectionSigned: Boolean(context.signed),
    })
    await tx
      .update(donations)
      .set({
        receiptSha256: null,
        receiptPixelHash: null,
        receiptSentAt: null,
        receiptSeenAt: null,
        receiptSigned: null,
        receiptReused: false,
        pixTransaction: null,
        payerSealed: null,
        answerDueAt: null,
        answerReminders: 0,
        // The next receipt may be confirmed late too, and the administration is told of that.
        lateToldAt: null,
      })
      .where(
        and(eq(donations.circleId, circleId), eq(donations.id, donationId), eq(donations.status, 'PENDING_PAYMENT')),
      )
    const opened = one(events, 'donation.reported')
    if (opened)
      await insertReport(
        context,
        circle,
        { id: opened.reportId, donationId, reporterId: actor.id, reason, additionalInfo: rejectionNote(attempt) },
        input.words_salt,
      )
    return {
      status: 'PENDING_PAYMENT' as const,
      attempt,
      deadline: new Date(deadlineAt).toISOString(),
      report_id: opened?.reportId ?? null,
    }
  })
}

/** A dialog that was left open must not reject a receipt that came after it. */
function ensureSame(sentAt: Date | null, seen: string | undefined): void {
  if (sentAt && seen !== undefined && Date.parse(seen) !== sentAt.getTime()) refuse('donation.receipt_replaced')
}

function one<K extends EventKind>(events: readonly CircleEvent[], kind: K): EventOfKind<K> | undefined {
  return events.find((event): event is EventOfKind<K> => event.kind === kind)
}
