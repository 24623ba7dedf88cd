import { inArray } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/types.ts'
import { users } from '#server/tables/users.ts'

/** The names of these people, by their ids; nothing for those who are gone. */
export async function namesOf(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const people = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]))
}
