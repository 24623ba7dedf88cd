import { eq } from 'drizzle-orm'
import type { Level } from '#circle/plan.ts'
import { circles } from '#server/tables/circles.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { usersById } from '#server/members/view.ts'
import { namedParty } from './party.ts'
import type { obligations } from '#server/tables/obligations.ts'

/** Obligations that wait for a receiver, told as donations without one. */
export async function viewWaiting(context: Context, rows: readonly (typeof obligations.$inferSelect)[]) {
  if (rows.length === 0) return []
  const people = await usersById(context.db, [context.actor.id])
  const [circle] = await context.db
    .select({ mode: circles.mode })
    .from(circles)
    .where(eq(circles.id, context.actor.circleId))
  return rows.map((row) => {
    const createdAt = row.owedAt.toISOString()
    return {
      id: row.id,
      donationId: row.id,
      type: row.type,
      status: 'PENDING_PAYMENT' as const,
      amount: reais(row.amountCents),
      paid: 0,
      missing: reais(row.amountCents),
      receipt_amount: null,
      parts: [],
      createdAt,
      created_at: createdAt,
      deadline: null,
      completedAt: null,
      endedAt: null,
      donorId: row.memberId,
      receiverId: null,
      level: row.target === 0 ? null : (row.target as Level),
      receipt_sent_at: null,
      receipt_seen_at: null,
      rejections: [],
      clock_stopped: null,
      receipt_reused: false,
      receipt_signed: null,
      confirmation_signed: null,
      helped: [],
      waiting: true,
      late: false,
      answer_due: null,
      pix_transaction: null,
      payer_name: null,
      scheduled_for: null,
      paused_until: row.pausedUntil?.toISOString() ?? null,
      ahead_of: row.isAhead ? row.period : null,
      overdue: row.overdue,
      donor: namedParty(context, people.get(row.memberId) ?? null),
      receiver: null,
      donor_queue_level: null,
      donor_queue_position: null,
      receiver_queue_level: null,
      receiver_queue_position: null,
      pixCopyPaste: null,
      pixQrCode: null,
      payment_commitment: null,
      payment_salt: null,
      is_reported: false,
      report_resolved: false,
      report_id: null,
      settlement: null,
      allowed: [],
      demonstration: circle!.mode === 'demonstracao',
    }
  })
}
