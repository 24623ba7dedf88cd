import { DAY_MS } from '#circle/period.ts'
import { TOLERANCE_MS } from './administrators.ts'
import type { LedgerEntry } from './entry.ts'
import { ANSWER_DAYS } from './rules.ts'
import type { KnownDonation } from './verdict.ts'

// The payments of a donation as they are shown, held to its receipts in the ledger: one that is shown as another than it was leaves its
// line of a bank's statement to what is asked for next.

type Sent = { readonly at: number; readonly payment: unknown }
/**
 * The latest receipt of a donation, until when it is to be answered (epoch ms), and those of its parts that were confirmed, with their
 * sums.
 */
export type Receipts = {
  last: Sent | null
  dueAt: number | null
  readonly parts: (Sent & { readonly cents: unknown })[]
}

const none = (): Receipts => ({ last: null, dueAt: null, parts: [] })

/** The receipts of these donations of a ledger, by the donation's id. */
export function receiptsIn(
  entries: readonly LedgerEntry[],
  own: { has(donationId: unknown): boolean },
): ReadonlyMap<unknown, Receipts> {
  const receipts = new Map<unknown, Receipts>()
  let days = ANSWER_DAYS
  for (const { at, kind, payload } of entries) {
    if (kind === 'circle.answer_days_set') days = Number(payload['days'])
    const { donationId, payment = null, cents } = payload
    if (!own.has(donationId)) continue
    if (kind === 'donation.receipt_sent' || kind === 'donation.receipt_replaced') {
      const of = receipts.get(donationId) ?? none()
      of.last = { at: Date.parse(at), payment }
      // One that replaces another gives no more time.
      if (kind === 'donation.receipt_sent') of.dueAt = of.last.at + days * DAY_MS
      receipts.set(donationId, of)
    }
    const of = kind === 'donation.part_confirmed' ? receipts.get(donationId) : undefined
    if (of?.last) of.parts.push({ ...of.last, cents })
  }
  return receipts
}

/** Whether until when a receipt that waits is to be answered is shown as it is, which the administrative account is not told. */
export function isAnswerDue(
  { answerDueAt }: KnownDonation,
  receiverId: string | null,
  { dueAt }: Receipts = none(),
): boolean {
  if (answerDueAt === undefined || receiverId === null) return true
  return answerDueAt !== null && dueAt !== null && Math.abs(answerDueAt - dueAt) <= TOLERANCE_MS
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
