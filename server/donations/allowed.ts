import { and, eq, inArray } from 'drizzle-orm'
import { REJECTIONS_MAX } from '#circle/donation.ts'
import { PARTS_MAX } from '#circle/parts.ts'
import { isClosed } from '#contracts/labels.ts'
import type { Donation } from '#contracts/entities/donation.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import type { Context } from '#server/context.ts'
import { entries } from '#server/tables/entries.ts'
import type { DonationRow } from './find.ts'
import type { ReportRow } from './read-donations.ts'
import { isPastRules } from './deadline.ts'

/**
 * Which of the donations that the actor receives could wait for a receipt again, as the rules ask it (`mayWaitAgain`):
 * the actor is still receiving, or received a part, and the donor still owes it.
 */
export async function returnableOf(
  { actor, db }: Context,
  rows: readonly DonationRow[],
  places: ReadonlyMap<string, number>,
): Promise<Set<string>> {
  const own = rows.filter(({ receiverId, status }) => receiverId === actor.id && status === 'PENDING_CONFIRMATION')
  if (own.length === 0) return new Set()
  const turns = await db
    .select({ turnId: entries.turnId })
    .from(entries)
    .where(and(eq(entries.circleId, actor.circleId), eq(entries.memberId, actor.id), eq(entries.isReceiver, true)))
  const donors = await db
    .select({ id: circleMembers.memberId })
    .from(circleMembers)
    .where(
      and(
        eq(circleMembers.circleId, actor.circleId),
        inArray(
          circleMembers.memberId,
          own.map(({ donorId }) => donorId),
        ),
        eq(circleMembers.status, 'approved'),
      ),
    )
  const receiving = new Set(turns.map(({ turnId }) => turnId))
  const approved = new Set(donors.map(({ id }) => id))
  const isOwedAgain = ({ type, donorId, target }: DonationRow) =>
    type === 'SETTLEMENT' ||
    (approved.has(donorId) && (type !== 'PULL' || target === 0 || places.has(`${donorId}:${target}`)))
  return new Set(
    own
      .filter((row) => (row.parts > 0 || (row.turnId !== null && receiving.has(row.turnId))) && isOwedAgain(row))
      .map((row) => row.id),
  )
}

/**
 * The actions that the actor may take on a donation now. Screens offer exactly these, and the server still checks each.
 */
export function allowedTo(
  { actor, clock }: Context,
  row: DonationRow,
  {
    report,
    isReturnable,
    inParts,
    isOwnPayment,
  }: {
    readonly report: ReportRow | undefined
    readonly isReturnable: boolean
    readonly inParts: boolean
    /** It is paid by the helper who looks at it, or by another whom they help. */
    readonly isOwnPayment: boolean
  },
): Donation['allowed'] {
  const isDonor = row.donorId === actor.id
  const isReceiver = row.receiverId === actor.id || (row.receiverId === null && actor.administers)
  const isOpen = row.status === 'PENDING_PAYMENT' || row.status === 'PENDING_CONFIRMATION'
  const isUnderReport = report !== undefined && report.endedAt === null
  // In a roda what is late is still to be paid.
  const isPast = !inParts && isPastRules(row, isUnderReport ? report : null, clock.now())
  // Somebody suspended or removed pays what they owe and reads; the rest is refused (server/http/ensure-may.ts).
  const onlyReads = isClosed(actor.status)
  const allowed: Donation['allowed'] = []
  if (isDonor && isOpen && !isPast) allowed.push('send_receipt')
  if (isDonor && isOpen && !isPast && inParts && row.parts + 1 < PARTS_MAX) allowed.push('pay_part')
  if (isReceiver && row.status === 'PENDING_CONFIRMATION' && !isOwnPayment && !onlyReads) allowed.push('confirm')
  if (isReturnable && !onlyReads && !(isUnderReport && row.rejections >= REJECTIONS_MAX)) allowed.push('reject_receipt')
  // The words of a case are a person's own.
  const isOwnWord = actor.helperId === null && !onlyReads && (isDonor || row.receiverId === actor.id)
  if (isOwnWord && isOpen && row.reportId === null) allowed.push('report')
  if (row.receiptSha256 !== null) allowed.push('view_receipt')
  return allowed
}
