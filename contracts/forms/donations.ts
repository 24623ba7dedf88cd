import { z } from 'zod'
import { wordsSalt } from './reports.ts'
import { isDay } from '../age.ts'
import { isPixTransaction } from '../payment/pix-transaction.ts'
import { line } from './clean-line.ts'
import { nameFault, tidyName } from './person-name.ts'

const NEEDS_REASON = 'Por favor, diga o que você conferiu'

/** `receipt_sent_at` names the receipt that the receiver has seen, so that no other one is rejected unseen. */
export const rejectReceiptForm = z.strictObject({
  reason: z.string(NEEDS_REASON).trim().min(1, NEEDS_REASON).max(1000),
  receipt_sent_at: z.iso.datetime().optional(),
  words_salt: wordsSalt,
})

const PIX_TRANSACTION =
  'O ID da transação PIX começa com E e tem 32 letras e números. Copie-o do comprovante do banco, ou deixe em branco.'

/** The id of the PIX transaction (E2E) that paid a donation. */
export const pixTransactionField = z
  .string(PIX_TRANSACTION)
  .trim()
  .max(64, PIX_TRANSACTION)
  .refine(isPixTransaction, PIX_TRANSACTION)

const PART = 'Escreva quanto foi pago, em reais e centavos: uma parte do que falta, ou tudo.'

/** A sum in reais where it is not the donation's whole amount: a part, or the rest behind other parts. */
export const partField = z
  .number(PART)
  .positive(PART)
  .max(1_000_000, PART)
  .refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4), PART)

/** A confirmation says its sum where the receipt is not for the whole amount. */
export const confirmForm = z.strictObject({ amount: partField.optional() }).nullish()

const PAYER = 'Escreva o nome de quem pagou como está no banco dela ou dele, com duas letras ou mais.'

/** The name of somebody else who paid for the donor. */
export const payerField = line(z.string(PAYER).max(120, 'Texto longo demais.'))
  .overwrite(tidyName)
  .check(({ value, issues }) => {
    const message = value.length < 2 ? PAYER : nameFault(value)
    if (message !== null) issues.push({ code: 'custom', message, input: value })
  })

const DAY = 'Escolha o dia para o qual o PIX está agendado.'

/** The day for which a payment was scheduled in the bank; null takes it back. */
export const scheduleForm = z.strictObject({ day: z.string(DAY).refine(isDay, DAY).nullable() })
