import { z } from 'zod'

const NEEDS_REASON = 'Por favor, diga o que você conferiu'

/** `receipt_sent_at` names the receipt that the receiver has seen, so that no other one is rejected unseen. */
export const rejectReceiptForm = z.strictObject({
  reason: z.string(NEEDS_REASON).trim().min(1, NEEDS_REASON).max(1000),
  receipt_sent_at: z.iso.datetime().optional(),
})
