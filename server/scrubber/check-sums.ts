import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/database/types.ts'
import { circleMembers } from '#server/tables/circle-members.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import type { Difference } from '#server/tables/scrub-results.ts'

/**
 * Compares each member’s given and received centavos with the donations that were confirmed, and the parts of all others: beside what
 * came in from elsewhere, and what went along with a place.
 */
export async function checkSums(tx: Tx, circleId: string): Promise<Difference[]> {
  const given = sql<number>`${circleMembers.givenN1Cents} + ${circleMembers.givenN2Cents} + ${circleMembers.givenN3Cents} + ${circleMembers.givenAdministrationCents}`
  const received = sql<number>`${circleMembers.receivedN1Cents} + ${circleMembers.receivedN2Cents} + ${circleMembers.receivedN3Cents}`
  const rows = await tx
    .select({ memberId: circleMembers.memberId, given: given.mapWith(Number), received: received.mapWith(Number) })
    .from(circleMembers)
    .where(eq(circleMembers.circleId, circleId))
  const paid = await confirmedBy(tx, circleId, donations.donorId)
  const taken = await confirmedBy(tx, circleId, donations.receiverId)
  for (const { memberId, givenCents, receivedCents } of await broughtAndHandedOver(tx, circleId)) {
    paid.set(memberId, (paid.get(memberId) ?? 0) + givenCents)
    taken.set(memberId, (taken.get(memberId) ?? 0) + receivedCents)
  }
  return rows.flatMap((row): Difference[] => {
    const [out, into] = [paid.get(row.memberId) ?? 0, taken.get(row.memberId) ?? 0]
    if (row.given === out && row.received === into) return []
    return [
      {
        check: 'sums',
        where: `member ${row.memberId}: kept ${row.given} and ${row.received}, confirmed ${out} and ${into}`,
      },
    ]
  })
}

type Sums = { readonly memberId: string; readonly givenCents: number; readonly receivedCents: number }

/** The sums that members have by no donation of their own: of a roda that came in, and of places that changed hands. */
async function broughtAndHandedOver(tx: Tx, circleId: string): Promise<Sums[]> {
  const rows = await tx
    .select({ payload: ledger.payload })
    .from(ledger)
    .where(and(eq(ledger.circleId, circleId), inArray(ledger.kind, ['circle.brought_in', 'place.handed_over'])))
  return rows.flatMap(({ payload }): Sums[] => {
    if ('places' in payload) return payload['places'] as Sums[]
    const { newcomerId, ...left } = payload as Sums & { newcomerId: string }
    const { givenCents, receivedCents } = left
    return [
      { ...left, memberId: newcomerId },
      { ...left, givenCents: -givenCents, receivedCents: -receivedCents },
    ]
  })
}

async function confirmedBy(
  tx: Tx,
  circleId: string,
  party: typeof donations.donorId | typeof donations.receiverId,
): Promise<Map<string | null, number>> {
  const rows = await tx
    .select({
      party,
      sum: sql<number>`sum(case ${donations.status} when 'CONFIRMED' then ${donations.amountCents} else ${donations.paidCents} end)`.mapWith(
        Number,
      ),
    })
    .from(donations)
    .where(sql`${donations.circleId} = ${circleId}`)
    .groupBy(party)
  return new Map(rows.map(({ party: id, sum }) => [id, sum]))
}
