import { and, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Walk } from '#server/database/pages.ts'
import type { Context } from '#server/context.ts'
import { newest } from './read-donations.ts'
import { donations } from '#server/tables/donations.ts'

/** Neither confirmed nor ended. */
export const isOpenStatus = sql`${donations.status} in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION')`

/** The condition for the rows after a given item, in the order of `column` and id. */
export function keysetWhere(
  circleId: string,
  column: typeof donations.createdAt | typeof donations.endedAt,
  id: string,
  reversed: boolean,
): SQL {
  const held = sql`(select ${column}, ${donations.id} from ${donations} where ${donations.circleId} = ${circleId} and ${donations.id} = ${id})`
  return reversed ? sql`(${column}, ${donations.id}) > ${held}` : sql`(${column}, ${donations.id}) < ${held}`
}

/** One page of the donations that meet a condition, read along their index as `walk` says, and in its order. */
export function walkPage({ actor }: Pick<Context, 'actor'>, where: SQL, walk: Walk): SQL {
  const beside =
    walk.from === null ? undefined : keysetWhere(actor.circleId, donations.createdAt, walk.from, walk.reversed)
  return newest(and(where, beside)!, walk)
}
