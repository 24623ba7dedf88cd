import { z } from 'zod'
import { donationStatuses, donationTypes } from '../labels.ts'
import { id, reais, text, time } from './fields.ts'
import { wordsProof } from './words-proof.ts'
import { party } from './party.ts'

/** The acts on a donation that a helper does for one of its parties. */
const helpedActs = ['send_receipt', 'confirm', 'reject_receipt'] as const
export type HelpedAct = (typeof helpedActs)[number]

/** The actions that a party or an administrator may take on a donation. */
export const donationActions = [
  'send_receipt',
  'pay_part',
  'confirm',
  'reject_receipt',
  'report',
  'view_receipt',
] as const

export const donation = z.object({
  id,
  donationId: id,
  type: z.enum(donationTypes),
  status: z.enum(donationStatuses),
  amount: reais,
  /** How much of it came in parts before, and how much is still to be paid: the code is for that. */
  paid: reais,
  missing: reais,
  /** The sum of the receipt that waits, where it is not the whole amount. */
  receipt_amount: reais.nullable(),
  /** The parts that were confirmed, in order; the last payment of all is the donation's own. */
  parts: z.array(
    z.object({
      part: z.int(),
      amount: reais,
      sent_at: time,
      confirmed_at: time,
      pix_transaction: text,
      payer_name: text,
      has_picture: z.boolean(),
      receipt_signed: z.boolean().nullable(),
      confirmation_signed: z.boolean().nullable(),
    }),
  ),
  createdAt: time,
  created_at: time,
  deadline: time.nullable(),
  completedAt: time.nullable(),
  endedAt: time.nullable(),
  donorId: id,
  receiverId: id.nullable(),
  donor: party,
  /** Null while the obligation waits for a receiver. */
  receiver: party.nullable(),
  donor_queue_level: z.int().nullable(),
  donor_queue_position: z.int().nullable(),
  receiver_queue_level: z.int().nullable(),
  receiver_queue_position: z.int().nullable(),
  level: z.int().nullable(),
  is_reported: z.boolean(),
  report_resolved: z.boolean(),
  receipt_sent_at: time.nullable(),
  /** When its receiver first looked at the receipt. */
  receipt_seen_at: time.nullable(),
  /** The receipts that the receiver rejected, in order. `reason` and the picture are gone once a party is erased. */
  rejections: z.array(
    z.object({
      attempt: z.int(),
      sent_at: time,
      rejected_at: time,
      reason: text,
      /** With it the reason opens the hash that the receiver's device signed; null where it signed none. */
      reason_salt: text,
      pix_transaction: text,
      has_picture: z.boolean(),
      receipt_signed: z.boolean().nullable(),
      rejection_signed: z.boolean(),
    }),
  ),
  /**
   * Null while the clock runs. An open report stops it: the donor’s own until `until`, so that the deadline is `ends` if
   * nothing is decided by then, and so does the administration’s first case; the receiver’s until it is decided (both null).
   */
  clock_stopped: z.object({ until: time.nullable(), ends: time.nullable() }).nullable(),
  receipt_reused: z.boolean(),
  /** Whether the donor’s own device signed the receipt, and the receiver’s the confirmation; null where nobody did yet. */
  receipt_signed: z.boolean().nullable(),
  confirmation_signed: z.boolean().nullable(),
  /** The acts of a helper for one of the parties, in order, by first names. */
  helped: z.array(z.object({ act: z.enum(helpedActs), by: z.string(), for: z.string() })),
  waiting: z.boolean(),
  overdue: z.boolean(),
  /** Until when its receiver has to confirm or reject the receipt; null while none waits, and for the administrative account. */
  answer_due: time.nullable(),
  /** The id of the PIX transaction (E2E) that the donor named with the receipt. */
  pix_transaction: text,
  /** The name on the bank statement where somebody else paid for the donor. */
  payer_name: text,
  /** The day (YYYY-MM-DD) for which the donor says to have scheduled the payment; it is none until it is made. */
  scheduled_for: text,
  /** A month that was left out: when it is asked for again. Until then nothing is to be paid, and the deadline is later. */
  paused_until: time.nullable(),
  /** The month (YYYY-MM) of a contribution that was made before its month was asked for. */
  ahead_of: text,
  /** It has a receipt, so it never expires, and the time to answer it is over: the administration was told. */
  late: z.boolean(),
  /** The code made for exactly this donation, and its QR picture (base64); for its donor alone. */
  pixCopyPaste: text,
  pixQrCode: text,
  /**
   * The commitment of the key that it was matched with, as the ledger holds it, and, for its parties while it is open, the salt with
   * which they check the key that they are shown (circle/payment-key.ts). Null without a key.
   */
  payment_commitment: text,
  payment_salt: text,
  /** The actions that the caller may take on it now. */
  allowed: z.array(z.enum(donationActions)),
  demonstration: z.boolean(),
  /** The report about it, which both of its parties may read as a case. */
  report_id: text,
  /** How the administration ended it, and the reason that it gave; null where it did not. */
  settlement: z
    .object({ outcome: z.enum(['confirm', 'cancel']), reason: text, at: time, proof: wordsProof.nullable() })
    .nullable(),
})
export type Donation = z.infer<typeof donation>

export const historyDonation = donation.extend({
  role: z.enum(['DONOR', 'RECEIVER']),
  /** The first donation of the page that the same receipt paid, for somebody with several places; else its own id. */
  payment_id: id,
})
