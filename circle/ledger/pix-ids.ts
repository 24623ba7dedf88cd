import type { LedgerEntry } from './entry.ts'

/** The fault that a receipt's PIX transaction can have. */
export type PixIdFaultCode = 'payment.reused'

/**
 * Finds the hash of one PIX transaction's id on the receipts of two donations: one payment pays one donation. `id` is the
 * donation that had it first. The same donation may name its own again, also after a rejection. `entries` are in order and
 * chained.
 */
export function checkPixIds(
  entries: readonly LedgerEntry[],
): { readonly code: PixIdFaultCode; readonly seq: number; readonly id: string }[] {
  const faults: { code: PixIdFaultCode; seq: number; id: string }[] = []
  const firstOf = new Map<string, string>()
  for (const { seq, kind, payload } of entries) {
    if (kind !== 'donation.receipt_sent' && kind !== 'donation.receipt_replaced') continue
    const { payment } = payload
    if (typeof payment !== 'string') continue
    const donationId = String(payload['donationId'])
    const first = firstOf.get(payment) ?? donationId
    firstOf.set(payment, first)
    if (first !== donationId) faults.push({ code: 'payment.reused', seq, id: first })
  }
  return faults
}
