import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '#server/database/types.ts'
import { caseEntries } from '#server/tables/case-entries.ts'
import { donationParts } from '#server/tables/donation-parts.ts'
import { donations } from '#server/tables/donations.ts'
import { helpers } from '#server/tables/helpers.ts'
import { paymentKeys } from '#server/tables/payment-keys.ts'
import { rejectedReceipts } from '#server/tables/rejected-receipts.ts'
import { users } from '#server/tables/users.ts'

const isPending = eq(paymentKeys.state, 'pending')

/** Every column that names a stored file, and which of its rows count. A new one belongs here, or its files are swept. */
const REFERENCES: readonly { readonly column: PgColumn; readonly only?: SQL }[] = [
  { column: users.avatar },
  { column: users.pixQrSha256 },
  { column: users.btcQrSha256 },
  { column: users.usdtQrSha256 },
  { column: donations.receiptSha256 },
  { column: rejectedReceipts.receiptSha256 },
  { column: donationParts.receiptSha256 },
  { column: caseEntries.pictureSha256 },
  { column: helpers.paperSha256 },
  { column: paymentKeys.pixQrSha256, only: isPending },
  { column: paymentKeys.btcQrSha256, only: isPending },
  { column: paymentKeys.usdtQrSha256, only: isPending },
]

/** Those of the names that a row refers to. */
export async function findUsed(db: Db | Tx, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set()
  const { rows } = await db.execute<{ name: string }>(union((column) => sql`${column} = any(${sql.param(names)})`))
  return new Set(rows.map(({ name }) => name))
}

/** The names of files that rows refer to, in order, after a given one; built-in pictures are no files. */
export async function namesAfter(db: Db | Tx, after: string, atOnce: number): Promise<string[]> {
  const isLater = (column: PgColumn) => sql`${column} > ${after} and ${column} ~ '^[0-9a-f]{64}$'`
  const { rows } = await db.execute<{ name: string }>(sql`${union(isLater)} order by name limit ${atOnce}`)
  return rows.map(({ name }) => name)
}

/** Each name once. */
function union(where: (column: PgColumn) => SQL): SQL {
  return sql.join(
    REFERENCES.map(
      ({ column, only }) =>
        sql`select ${column} as name from ${column.table} where ${and(isNotNull(column), where(column), only)}`,
    ),
    sql` union `,
  )
}
