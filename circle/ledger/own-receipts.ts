import { TOLERANCE_MS } from './administrators.ts'
import type { LedgerEntry } from './entry.ts'
import type { KnownDonation } from './verdict.ts'

// The payments of a donation as they are shown, held to its receipts in the ledger: one that is shown as another than it was leaves its
// line of a bank's statement to what is asked for next.

type Sent = { readonly at: number; readonly payment: unknown }
/** The latest receipt of a donation, and those of its parts that were confirmed, with their sums. */
export type Receipts = { last: Sent | null; readonly parts: (Sent & { readonly cents: unknown })[] }

const none = (): Receipts => ({ last: null, parts: [] })

/** The receipts of these donations of a ledger, by the donation's id. */
export function receiptsIn(
  entries: readonly LedgerEntry[],
  own: { has(donationId: unknown): boolean },
): ReadonlyMap<unknown, Receipts> {
  const receipts = new Map<unknown, Receipts>()
  for (const { at, kind, payload } of entries) {
    const { donationId, payment = null, cents } = payload
    if (!own.has(donationId)) continue
    if (kind === 'donation.receipt_sent' || kind === 'donation.receipt_replaced') {
      const of = receipts.get(donationId) ?? none()
      of.last = { at: Date.parse(at), payment }
      receipts.set(donationId, of)
    }
    const of = kind === 'donation.part_confirmed' ? receipts.get(donationId) : undefined
    if (of?.last) of.parts.push({ ...of.last, cents })
  }
  return receipts
}

/** Whether a donation is shown with the time of its latest receipt, and with its parts: their sums, times and PIX transactions. */
export function arePaymentsOf(
  { sentAt, parts }: KnownDonation,
  receipts: Receipts = none(),
  sha256: (text: string) => string,
): boolean {
  const isOfItsTime = (shownAt: number, sent: Sent | null) =>
    sent !== null && Math.abs(shownAt - sent.at) <= TOLERANCE_MS
  if (sentAt !== undefined && !isOfItsTime(sentAt, receipts.last)) return false
  if (parts === undefined) return true
  // The number of a payment goes with the person of it who is erased.
  const isPart = (shown: (typeof parts)[number], part: Receipts['parts'][number] | undefined) =>
    part !== undefined &&
    shown.cents === part.cents &&
    isOfItsTime(shown.sentAt, part) &&
    (shown.payment === null || sha256(shown.payment) === part.payment)
  return parts.length === receipts.parts.length && parts.every((shown, at) => isPart(shown, receipts.parts[at]))
}
