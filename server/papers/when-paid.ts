import { and, eq, inArray, sql } from 'drizzle-orm'
import { periodStart } from '#circle/period.ts'
import type { Movement } from '#circle/statement.ts'
import type { Context } from '#server/context.ts'
import { donations } from '#server/tables/donations.ts'
import { ledger } from '#server/tables/ledger.ts'
import { obligations } from '#server/tables/obligations.ts'
import { periodText } from './words.ts'

/** That money came after its deadline, or before the month (`2026-12`) that it is for; neither where it came in its time. */
export type WhenPaid = { readonly late: boolean; readonly aheadOf: string | null }

/** Says of each of these movements when it came. A part that came before the deadline is not late with its rest. */
export async function readWhenPaid(
  { actor, db }: Pick<Context, 'actor' | 'db'>,
  movements: readonly Movement[],
): Promise<(movement: Movement) => WhenPaid> {
  const ids = [...new Set(movements.map(({ donationId }) => donationId))]
  if (ids.length === 0) return () => ({ late: false, aheadOf: null })
  const ofDonation = sql<string>`${ledger.payload} ->> 'donationId'`
  const late = await db
    .select({ id: ofDonation, seq: ledger.seq })
    .from(ledger)
    .where(and(eq(ledger.circleId, actor.circleId), eq(ledger.kind, 'donation.late'), inArray(ofDonation, ids)))
  const asked = await db
    .select({ id: donations.id, period: obligations.period })
    .from(donations)
    .innerJoin(
      obligations,
      and(eq(obligations.circleId, donations.circleId), eq(obligations.id, donations.obligationId)),
    )
    .where(and(eq(donations.circleId, actor.circleId), inArray(donations.id, ids)))
  const lateAt = new Map(late.map(({ id, seq }) => [id, seq]))
  const periods = new Map(asked.map(({ id, period }) => [id, period]))
  return ({ donationId, seq, at }) => {
    const period = periods.get(donationId) ?? null
    return {
      late: seq > (lateAt.get(donationId) ?? Infinity),
      aheadOf: period !== null && at < periodStart(period) ? period : null,
    }
  }
}

/** When money came, in few words; null where it came in its time. */
export function whenPaidText({ late, aheadOf }: WhenPaid): string | null {
  if (late) return 'depois do prazo'
  return aheadOf === null ? null : `adiantada, de ${periodText(aheadOf)}`
}
