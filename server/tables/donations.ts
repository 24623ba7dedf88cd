import { and, eq, ne, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DonationType } from '#circle/plan.ts'
import { inCircle } from './circles.ts'
import { obligations } from './obligations.ts'
import { paymentKeys } from './payment-keys.ts'
import { instant } from './instant.ts'

/**
 * When a receipt that waits is late: when its receiver's time to answer is over. For the administrative account, which the
 * administration confirms itself, it is the donation's deadline.
 */
export const lateAt = sql`coalesce("donations"."answer_due_at", "donations"."deadline_at")`

export type DonationStatus = 'PENDING_PAYMENT' | 'PENDING_CONFIRMATION' | 'CONFIRMED' | 'EXPIRED' | 'CANCELLED'

/** The centavos of a donation's row that are still to be paid. */
export const restCents = sql<number>`("donations"."amount_cents" - "donations"."paid_cents")`.mapWith(Number)

/** A donation's row without what its donor sent, once a party is erased or the circle begins anew. */
export const NO_RECEIPT = {
  receiptSha256: null,
  receiptPixelHash: null,
  pixTransaction: null,
  payerSealed: null,
  scheduledFor: null,
  receiptSeenAt: null,
} as const

/** An obligation with a receiver, a deadline and a status. A null `receiverId` is the administrative account. */
export const donations = pgTable(
  'donations',
  {
    circleId: inCircle(),
    id: uuid().notNull(),
    obligationId: uuid('obligation_id').notNull(),
    donorId: uuid('donor_id').notNull(),
    receiverId: uuid('receiver_id'),
    turnId: uuid('turn_id'),
    type: text().$type<DonationType>().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    target: integer().notNull(),
    status: text().$type<DonationStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    deadlineAt: instant('deadline_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason'),
    /** The latest report of it; earlier ones have ended. */
    reportId: uuid('report_id'),
    /** The version of the receiver's payment key that it was matched, or handed over, with; else it stays, as a trigger holds. */
    paymentKeyId: uuid('payment_key_id'),
    receiptSha256: text('receipt_sha256'),
    receiptPixelHash: text('receipt_pixel_hash'),
    receiptSentAt: instant('receipt_sent_at'),
    /** When its receiver first looked at the receipt that waits or was confirmed. */
    receiptSeenAt: instant('receipt_seen_at'),
    receiptReused: boolean('receipt_reused').notNull().default(false),
    /** The donor's time left, in ms, when the receipt that waits was first sent; null while none waits. */
    receiptLeftMs: bigint('receipt_left_ms', { mode: 'number' }),
    /** Until when its receiver has to confirm or reject the receipt that waits; null while none does. */
    answerDueAt: instant('answer_due_at'),
    /** How often the receiver was reminded of the receipt that waits. */
    answerReminders: integer('answer_reminders').notNull().default(0),
    /** The PIX transaction's id (E2E) that came with the receipt that waits or was confirmed. */
    pixTransaction: text('pix_transaction'),
    /** The name of somebody else who paid for the donor, sealed (`payer:<id>`). */
    payerSealed: text('payer_sealed'),
    /** When it is asked for again, as its obligation says, for those who read donations alone. */
    pausedUntil: instant('paused_until'),
    /** The day for which the donor scheduled the payment: until it is over nobody is reminded, and it counts as nothing. */
    scheduledFor: date('scheduled_for', { mode: 'string' }),
    /** Confirmed in parts (donation_parts), how many those were, and the sum of the receipt that waits; null for the whole. */
    paidCents: bigint('paid_cents', { mode: 'number' }).notNull().default(0),
    parts: integer().notNull().default(0),
    sentCents: bigint('sent_cents', { mode: 'number' }),
    rejections: integer().notNull().default(0),
    rejectedAt: instant('rejected_at'),
    /** A receipt of it was rejected, and no person has decided since: it does not end by itself. */
    isUndecided: boolean('is_undecided').notNull().default(false),
    /** Its deadline passed in a roda, where it stays owed. */
    isLate: boolean('is_late').notNull().default(false),
    /** The month that it pays ahead of its asking. */
    aheadOf: text('ahead_of'),
    /** Whether the donor's device signed the receipt, and the receiver's the confirmation; null for acts from before. */
    receiptSigned: boolean('receipt_signed'),
    confirmationSigned: boolean('confirmation_signed'),
    lateToldAt: instant('late_told_at'),
    remindedAt: instant('reminded_at'),
  },
  (table) => {
    const open = sql`${table.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`
    const ended = sql`${table.status} in ('CONFIRMED', 'EXPIRED', 'CANCELLED')`
    return [
      primaryKey({ columns: [table.circleId, table.id] }),
      foreignKey({
        columns: [table.circleId, table.obligationId],
        foreignColumns: [obligations.circleId, obligations.id],
      }),
      foreignKey({
        columns: [table.circleId, table.paymentKeyId],
        foreignColumns: [paymentKeys.circleId, paymentKeys.id],
      }),
      index('donations_open_key').on(table.circleId, table.paymentKeyId).where(open),
      uniqueIndex('donations_one_open').on(table.circleId, table.obligationId).where(open),
      index('donations_open_donor').on(table.circleId, table.donorId, table.deadlineAt).where(open),
      index('donations_open_receiver').on(table.circleId, table.receiverId, table.deadlineAt).where(open),
      index('donations_due')
        .on(table.deadlineAt)
        .where(sql`${table.status} = 'PENDING_PAYMENT'`),
      index('donations_late')
        .on(lateAt)
        .where(sql`${table.status} = 'PENDING_CONFIRMATION'`),
      index('donations_history_donor')
        .on(table.circleId, table.donorId, table.endedAt.desc(), table.id.desc())
        .where(ended),
      index('donations_history_receiver')
        .on(table.circleId, table.receiverId, table.endedAt.desc(), table.id.desc())
        .where(ended),
      index('donations_all').on(table.circleId, table.createdAt.desc(), table.id.desc()),
      index('donations_pending').on(table.circleId, table.createdAt.desc(), table.id.desc()).where(open),
      index('donations_completed')
        .on(table.circleId, table.createdAt.desc(), table.id.desc())
        .where(sql`${table.status} = 'CONFIRMED'`),
      index('donations_lapsed')
        .on(table.circleId, table.createdAt.desc(), table.id.desc())
        .where(sql`${table.status} in ('EXPIRED', 'CANCELLED')`),
      index('donations_by_donor').on(table.circleId, table.donorId, table.createdAt.desc(), table.id.desc()),
      index('donations_by_type').on(table.circleId, table.type, table.createdAt.desc(), table.id.desc()),
      index('donations_by_amount').on(table.circleId, table.amountCents, table.createdAt.desc(), table.id.desc()),
      index('donations_by_receiver').on(table.circleId, table.receiverId, table.createdAt.desc(), table.id.desc()),
      index('donations_receipt')
        .on(table.circleId, table.receiptSha256)
        .where(sql`${table.receiptSha256} is not null`),
      index('donations_reused')
        .on(table.circleId, table.donorId)
        .where(sql`${table.receiptReused}`),
      index('donations_receipt_pixels')
        .on(table.circleId, table.receiptPixelHash)
        .where(sql`${table.receiptPixelHash} is not null`),
      check('donations_not_to_oneself', sql`${table.donorId} <> ${table.receiverId}`),
      check('donations_amount', sql`${table.amountCents} > 0`),
      check('donations_paid', sql`${table.paidCents} >= 0 and ${table.paidCents} < ${table.amountCents}`),
      check(
        'donations_receipt_first',
        sql`${table.status} not in ('PENDING_CONFIRMATION', 'CONFIRMED') or ${table.receiptSentAt} is not null`,
      ),
    ]
  },
)

type Row = typeof donations.$inferSelect

/** The other contributions of the same asking between the same two: somebody with several places pays them in one. */
export const isBeside = ({ circleId, id, donorId, receiverId, createdAt }: Row) =>
  and(
    eq(donations.circleId, circleId),
    eq(donations.donorId, donorId),
    sql`${donations.receiverId} is not distinct from ${receiverId}`,
    eq(donations.createdAt, createdAt),
    eq(donations.type, 'PULL'),
    ne(donations.id, id),
  )!

/** The same text for all whole contributions that one receipt paid; null for any other donation. */
export const paymentOf = ({ type, status, parts, donorId, receiverId, createdAt, receiptSha256 }: Row): string | null =>
  type === 'PULL' && parts === 0 && receiptSha256 !== null
    ? [status, donorId, receiverId, createdAt.getTime(), receiptSha256].join(' ')
    : null
