import { sql } from 'drizzle-orm'
import type { CircleEvent, DonationFacts } from '#circle/state.ts'
import { insertOf, updateOf } from '#server/database/prepared-rows.ts'
import { together } from '#server/database/together.ts'
import type { Tx } from '#server/database/types.ts'
import { donations } from '#server/tables/donations.ts'
import type { DonationStatus } from '#server/tables/donations.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { changed, storedTarget } from './change.ts'
import type { Change } from './change.ts'

/** Guards every write to a donation: a donation that has ended never changes again. */
const isOpen = sql`${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`

const endOpen = updateOf('donations ended', donations, ['status', 'endReason', 'endedAt'], { where: isOpen })

const changeOpen = updateOf(
  'donations changed',
  donations,
  [
    'status',
    'deadlineAt',
    'pausedUntil',
    'reportId',
    'rejections',
    'rejectedAt',
    'receiptLeftMs',
    'isUndecided',
    'isLate',
    'paidCents',
    'parts',
    'sentCents',
  ],
  { where: isOpen },
)

/** A donation is paid on the version of its receiver's payment key that is in force when it is matched. */
const presentKey = sql`(select ${paymentKeys.id} from ${paymentKeys} where ${paymentKeys.circleId} = given."circleId"
  and ${paymentKeys.memberId} = given."receiverId" and ${paymentKeys.state} = 'current')`

/** One that goes on with other parties is paid on the key that its receiver has now; what its donor planned was theirs. */
const handOver = updateOf(
  'donations handed over',
  donations,
  ['circleId', 'donorId', 'receiverId', 'scheduledFor', 'remindedAt'],
  {
    where: isOpen,
    computed: { paymentKeyId: presentKey },
  },
)

const insertMatched = insertOf(
  'donations matched',
  donations,
  [
    'circleId',
    'id',
    'obligationId',
    'donorId',
    'receiverId',
    'turnId',
    'type',
    'amountCents',
    'target',
    'status',
    'createdAt',
    'deadlineAt',
    'pausedUntil',
    'aheadOf',
  ],
  { computed: { paymentKeyId: presentKey } },
)

/**
 * Endings are written first, because an obligation that one decision releases and matches again must never have two
 * open donations, which a unique index forbids.
 */
export async function saveDonations(tx: Tx, { circleId, before, after, events, at }: Change): Promise<void> {
  const ended = events.flatMap((event) => endingOf(event, at))
  const matched = events.flatMap((event) => (event.kind === 'donation.matched' ? [event] : []))
  const isNew = new Set(matched.map((event) => event.donationId))
  const moved = changed(before?.donations, after.donations).filter(({ id }) => !isNew.has(id))
  const handed = events.flatMap((event) => (event.kind === 'donation.handed_over' ? [event] : []))
  const pausedUntil = (obligationId: string) => {
    const until = (after.obligations.get(obligationId) ?? before?.obligations.get(obligationId))?.pausedUntil
    return until ? new Date(until) : null
  }
  const aheadOf = (obligationId: string) => {
    const owed = after.obligations.get(obligationId)
    return owed?.isAhead ? owed.period : null
  }
  await together(
    expectRows(endOpen(tx, circleId, ended), ended.length),
    expectRows(
      changeOpen(
        tx,
        circleId,
        moved.map(
          ({
            id,
            obligationId,
            status,
            deadlineAt,
            reportId,
            rejections,
            rejectedAt,
            leftMs,
            isUndecided,
            isLate,
            ...sums
          }) => ({
            id,
            status,
            deadlineAt: new Date(deadlineAt),
            pausedUntil: pausedUntil(obligationId),
            reportId,
            rejections,
            rejectedAt: rejectedAt === null ? null : new Date(rejectedAt),
            receiptLeftMs: leftMs,
            isUndecided,
            isLate,
            paidCents: after.obligations.get(obligationId)!.paidCents,
            parts: sums.parts,
            sentCents: sums.sentCents,
          }),
        ),
      ),
      moved.length,
    ),
    expectRows(
      handOver(
        tx,
        circleId,
        handed.map(({ donationId: id, donorId, receiverId }) => {
          return { id, circleId, donorId, receiverId, scheduledFor: null, remindedAt: null }
        }),
      ),
      handed.length,
    ),
    insertMatched(
      tx,
      matched.map(
        ({ donationId, obligationId, donorId, receiverId, turnId, type, amountCents, target, deadlineAt }) => ({
          circleId,
          id: donationId,
          obligationId,
          donorId,
          receiverId,
          turnId,
          type,
          amountCents,
          target: storedTarget(target),
          status: 'PENDING_PAYMENT' as const,
          createdAt: at,
          deadlineAt: new Date(deadlineAt),
          pausedUntil: pausedUntil(obligationId),
          aheadOf: aheadOf(obligationId),
        }),
      ),
    ),
  )
}

/** The row of a donation that an event ended; nothing for other events. */
function endingOf(event: CircleEvent, at: Date) {
  const status = endStatus[event.kind]
  if (!status) return []
  const endReason = event.kind === 'donation.cancelled' ? event.reason : null
  return [{ id: (event as unknown as DonationFacts).donationId, status, endReason, endedAt: at }]
}

/** The status of a donation after an event that ends it. */
export const endStatus: Readonly<Partial<Record<CircleEvent['kind'], DonationStatus>>> = {
  'donation.confirmed': 'CONFIRMED',
  'donation.expired': 'EXPIRED',
  'donation.cancelled': 'CANCELLED',
}

async function expectRows(write: Promise<number>, expected: number): Promise<void> {
  const written = await write
  if (written !== expected) throw new Error(`Expected to write ${expected} rows, wrote ${written}`)
}
