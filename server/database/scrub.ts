import { setTimeout as wait } from 'node:timers/promises'
import { escapeIdentifier, type Client } from 'pg'

const SNAPSHOTS_MS_MAX = 60_000

/** Makes the statistics of tables anew: samples of deleted rows stand in them. `client` is their owner's. */
export async function renewStatistics(client: Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`ANALYZE ${escapeIdentifier(table)}`)
}

/**
 * Takes what was deleted from tables out of the server's own files: PostgreSQL leaves old rows in its pages, its
 * statistics and its log until it needs the room. `client` is the superuser's, and `wal_recycle` is off, so that old
 * segments are removed.
 */
export async function scrubFiles(client: Client, tables: readonly string[]): Promise<void> {
  await waitForOlderSnapshots(client)
  for (const table of tables) await client.query(`VACUUM (FULL, ANALYZE) ${escapeIdentifier(table)}`)
  await client.query('VACUUM (FULL) pg_catalog.pg_statistic')
  // A segment goes with the checkpoint after the one that ends it, and a checkpoint with nothing before it does
  // nothing.
  for (let round = 0; round < 2; round += 1) {
    await client.query('SELECT pg_switch_wal()')
    await client.query('SELECT txid_current()')
    await client.query('CHECKPOINT')
  }
}

/** Readers that began before the deletion may still see the rows, and VACUUM would keep them. */
async function waitForOlderSnapshots(client: Client): Promise<void> {
  const { rows } = await client.query<{ now: string }>('SELECT pg_current_xact_id()::xid::text AS now')
  const end = performance.now() + SNAPSHOTS_MS_MAX
  for (;;) {
    const { rows: older } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'
       AND (age(backend_xmin) > age($1::text::xid) OR age(backend_xid) > age($1::text::xid)) LIMIT 1`,
      [rows[0]!.now],
    )
    if (older.length === 0) return
    if (performance.now() > end)
      throw new Error('The database could not be scrubbed: a transaction stayed open. The next start does it.')
    await wait(20)
  }
}
