import { and, inArray } from 'drizzle-orm'
import { closedStatuses } from '#contracts/labels.ts'
import type { Tx } from '#server/database/types.ts'
import { users } from '#server/tables/users.ts'

/** Those of these people who are suspended or were removed: they answer no receipt, and are not told that they may. */
export async function closedAmong(tx: Tx, ids: readonly (string | null)[]): Promise<Set<string>> {
  const asked = ids.filter((id) => id !== null)
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, asked), inArray(users.status, [...closedStatuses])))
  return new Set(found.map(({ id }) => id))
}
