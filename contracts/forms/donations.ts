import { z } from 'zod'
import { isPixTransaction } from '../payment/pix-transaction.ts'

const NEEDS_REASON = 'Por favor, diga o que você conferiu'

/** `receipt_sent_at` names the receipt that the receiver has seen, so that no other one is rejected unseen. */
export const rejectReceiptForm = z.strictObject({
  reason: z.string(NEEDS_REASON).trim().min(1, NEEDS_REASON).max(1000),
  receipt_sent_at: z.iso.datetime().optional(),
})

const PIX_TRANSACTION =
  'O ID da transação PIX começa com E e tem 32 letras e números. Copie-o do comprovante do banco, ou deixe em branco.'

/** The id of the PIX transaction (E2E) that paid a donation. */
export const pixTransactionField = z
  .string(PIX_TRANSACTION)
  .trim()
  .max(64, PIX_TRANSACTION)
  .refine(isPixTransaction, PIX_TRANSACTION)
