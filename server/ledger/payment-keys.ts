import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Context } from '#server/context.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { entryView } from './queries.ts'

/**
 * For each open donation of the actor the entry that matched it, and the entry that commits to the key of its receiver:
 * the last one before the match, or the first after it (circle/ledger/payment-keys.ts). The actor's app checks what it shows
 * against these, and the verification of the whole ledger checks that they are its entries.
 */
export async function listPaymentKeys({ actor, db }: Context) {
  const open = await db
    .select({ id: donations.id })
    .from(donations)
    .where(
      and(
        eq(donations.circleId, actor.circleId),
        or(eq(donations.donorId, actor.id), eq(donations.receiverId, actor.id)),
        sql`${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`,
      ),
    )
  if (open.length === 0) return { circle_id: actor.circleId, donations: [] }
  const donationId = sql<string>`${ledger.payload} ->> 'donationId'`
  const matched = await db
    .select()
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, actor.circleId),
        inArray(
          donationId,
          open.map(({ id }) => id),
        ),
        sql`${ledger.payload} ->> 'donationId' is not null`,
        eq(ledger.kind, 'donation.matched'),
      ),
    )
    .orderBy(asc(ledger.seq))
  const committed = await commitmentsOf(
    { actor, db },
    matched.map(({ payload }) => payload['receiverId']).filter((id) => typeof id === 'string'),
  )
  return {
    circle_id: actor.circleId,
    donations: matched.map((entry) => {
      const own = committed.filter(({ payload }) => payload['memberId'] === entry.payload['receiverId'])
      const binding = own.findLast(({ seq }) => seq < entry.seq) ?? own[0]
      return {
        donation_id: String(entry.payload['donationId']),
        matched: entryView(entry),
        committed: binding ? entryView(binding) : null,
      }
    }),
  }
}

/** The commitments to the keys of some members, oldest first. */
async function commitmentsOf({ actor, db }: Pick<Context, 'actor' | 'db'>, memberIds: readonly string[]) {
  if (memberIds.length === 0) return []
  return db
    .select()
    .from(ledger)
    .where(
      and(
        eq(ledger.circleId, actor.circleId),
        sql`${ledger.kind} = 'payment_key.committed'`,
        inArray(sql`${ledger.payload} ->> 'memberId'`, [...new Set(memberIds)]),
      ),
    )
    .orderBy(asc(ledger.seq))
}
