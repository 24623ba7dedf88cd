import { sql } from 'drizzle-orm'
import type { Services } from '#server/context.ts'

/** Where an erased person's words and sealed data stood. */
const TABLES = [
  'users',
  'reports',
  'report_steps',
  'letters',
  'idempotency_keys',
  'terms_acceptances',
  'verification_codes',
  'receipt_sketches',
] as const

// The database keeps up to five written segments of its log to use again (min_wal_size 20 MB), and switching fills one with zeros.
const WAL_ROUNDS = 8

/**
 * Takes what was deleted out of the database's own files too: PostgreSQL leaves old rows in its pages, its statistics and its log
 * until it needs the room. A PostgreSQL server's files and backups are its operator's (SECURITY.md); its statistics are made anew.
 */
export async function scrubDatabase({ database, db }: Pick<Services, 'database' | 'db'>): Promise<void> {
  if (database.kind === 'server') {
    for (const table of TABLES) await db.execute(sql`analyze ${sql.identifier(table)}`)
    return
  }
  for (const table of TABLES) await db.execute(sql`vacuum (full, analyze) ${sql.identifier(table)}`)
  await db.execute(sql`vacuum (full) pg_catalog.pg_statistic`)
  for (let round = 0; round < WAL_ROUNDS; round += 1) {
    await db.execute(sql`checkpoint`)
    await db.execute(sql`select pg_switch_wal()`)
    // A checkpoint with nothing before it does nothing.
    await db.execute(sql`select txid_current()`)
  }
  await db.execute(sql`checkpoint`)
}
