import type { LedgerEntry } from './entry.ts'

/** The fault that a receipt's PIX transaction can have. */
export type PixIdFaultCode = 'payment.reused'

/**
 * Finds the hash of one PIX transaction's id on the receipts of two donations: one payment pays one donation. `id` is the
 * donation that had it first. The same donation may name its own again, also after a rejection, but not for another part.
 * `entries` are in order and chained.
 */
export function checkPixIds(
  entries: readonly LedgerEntry[],
): { readonly code: PixIdFaultCode; readonly seq: number; readonly id: string }[] {
  const faults: { code: PixIdFaultCode; seq: number; id: string }[] = []
  const firstOf = new Map<string, string>()
  /** By donation, the payment on its receipt that waits; and those that paid a part. */
  const named = new Map<string, string | null>()
  const spent = new Set<string | null>()
  for (const { seq, kind, payload } of entries) {
    if (kind === 'donation.part_confirmed') spent.add(named.get(String(payload['donationId'])) ?? null)
    if (kind !== 'donation.receipt_sent' && kind !== 'donation.receipt_replaced') continue
    const { payment } = payload
    const donationId = String(payload['donationId'])
    named.set(donationId, typeof payment === 'string' ? payment : null)
    if (typeof payment !== 'string') continue
    const first = firstOf.get(payment) ?? donationId
    firstOf.set(payment, first)
    if (first !== donationId || spent.has(payment)) faults.push({ code: 'payment.reused', seq, id: first })
  }
  return faults
}
