import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/database/types.ts'

/** How many connections to this database wait for a lock at this moment, a transaction's own look included. */
export async function countWaiting(db: Db | Tx): Promise<number> {
  await db.execute(sql`select pg_stat_clear_snapshot()`)
  const count = sql`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return (await db.execute<{ count: number }>(count)).rows[0]!.count
}
