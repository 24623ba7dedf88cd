import { and, eq, inArray } from 'drizzle-orm'
import { sumOf } from '#circle/statement.ts'
import type { Movement } from '#circle/statement.ts'
import type { Context } from '#server/context.ts'
import { reais } from '#contracts/money.ts'
import { donations, paymentOf } from '#server/tables/donations.ts'
import { shortHash } from './words.ts'

/** Money that moved at once: a movement, or what one receipt paid for several places, with its sum and the last one's time. */
export type Payment = Movement & { readonly each: readonly Movement[] }

/** The movements as payments, in the order of the ledger: the contributions that somebody with several places paid in one are one. */
export async function readPayments(
  { actor, db }: Pick<Context, 'actor' | 'db'>,
  movements: readonly Movement[],
): Promise<Payment[]> {
  const ids = movements.map(({ donationId }) => donationId)
  const rows =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(donations)
          .where(and(eq(donations.circleId, actor.circleId), inArray(donations.id, ids)))
  const keys = new Map(rows.map((row) => [row.id, paymentOf(row)]))
  return [...Map.groupBy(movements, ({ donationId, seq }) => keys.get(donationId) ?? String(seq)).values()]
    .map((each) => ({ ...each.at(-1)!, amountCents: sumOf(each), each }))
    .toSorted((a, b) => a.seq - b.seq)
}

/** The entries of a payment as papers name them: 'nº 12 · 1f3a9c04'. */
export const entriesText = ({ each }: Payment): string =>
  each.map(({ seq, hash }) => `nº ${seq} · ${shortHash(hash)}`).join(', ')

/** Of what a payment is, where it is of several contributions: '2 contribuições'. */
export const countText = ({ each }: Payment): string | null =>
  each.length === 1 ? null : `${each.length} contribuições`

/** The ids, numbers and hashes of a payment's movements, as one cell each of a table. */
export const cellsOf = ({ each }: Payment): readonly [string, string, string] => [
  each.map(({ donationId }) => donationId).join(' '),
  each.map(({ seq }) => seq).join(' '),
  each.map(({ hash }) => hash).join(' '),
]

/** The donations of a payment of several, for JSON, beside its sum. */
export const eachJson = ({ each }: Payment) =>
  each.length === 1
    ? {}
    : {
        donations: each.map(({ donationId, amountCents, seq, hash }) => ({
          donation_id: donationId,
          amount: reais(amountCents),
          entry: { seq, hash },
        })),
      }
