import { isDeepStrictEqual } from 'node:util'
import { inArray, sql } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import { circles } from '#server/tables/circles.ts'
import type { Clone } from './clones.ts'

/**
 * Throws unless the same was written in all of these circles, whichever server did it: entries of the ledger by kind,
 * donations, obligations and turns by status, centavos given and received, kinds of notices (whom a move is told to depends on
 * who confirmed last, and so their number on the order), and answers kept.
 */
export async function compareEffects({ db }: Services, clones: readonly Clone[]): Promise<void> {
  const byStatus = (table: string) =>
    sql.raw(`(select json_object_agg(status, count) from (
      select status, count(*) from ${table} t where t.circle_id = circles.id group by status order by status) counted)`)
  const rows = await db
    .select({
      effects: sql<object>`json_build_object(
        'ledger', (select json_object_agg(kind, count) from (
          select kind, count(*) from ledger l where l.circle_id = circles.id group by kind order by kind) counted),
        'donations', ${byStatus('donations')}, 'obligations', ${byStatus('obligations')}, 'turns', ${byStatus('turns')},
        'counters', (select json_object_agg(status, count order by status) from donation_counters c where c.circle_id = circles.id and count > 0),
        'cents', (select json_build_array(sum(given_n1_cents), sum(received_n1_cents)) from circle_members m where m.circle_id = circles.id),
        'notices', (select json_agg(distinct kind order by kind) from notices n where n.circle_id = circles.id),
        'answers', (select count(*) from idempotency_keys k join users u on u.id = k.user_id where u.circle_id = circles.id))`,
    })
    .from(circles)
    .where(
      inArray(
        circles.id,
        clones.map(({ id }) => id),
      ),
    )
  const other = rows.find(({ effects }) => !isDeepStrictEqual(effects, rows[0]!.effects))
  if (other)
    throw new Error(`The servers wrote different things: ${JSON.stringify(rows[0]!.effects)} ${JSON.stringify(other)}`)
}
