import { and, eq, isNull } from 'drizzle-orm'
import { searchText } from '#contracts/search-text.ts'
import type { Context } from '#server/context.ts'
import { users } from '#server/tables/users.ts'

/**
 * The ids of the circle's people whose name has every word that is looked for, without accents or case: 'joao lim' finds
 * 'João Lima'. A circle has a few hundred names at most, so they are compared here.
 */
export async function findIdsByName({ actor, db }: Context, text: string): Promise<string[]> {
  const words = searchText(text).split(/\s+/)
  const rows = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.circleId, actor.circleId), isNull(users.erasedAt)))
  return rows
    .filter(({ firstName, lastName }) => {
      const name = searchText(`${firstName} ${lastName}`)
      return words.every((word) => name.includes(word))
    })
    .map(({ id }) => id)
}
