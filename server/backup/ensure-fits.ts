import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { BackupFault } from './faults.ts'
import type { Database } from '#server/database/database.ts'

const VERSION_MIN = 150_000
/** Any number that nothing else locks, next to the migrations' own. */
const ADVISORY_LOCK = 2472635

/** Refuses a server that Ciranda could not run on, or two addresses that do not belong together. */
export async function ensureFits(owner: Client, to: Pick<Database, 'db'>): Promise<void> {
  const { rows } = await owner.query<Fit>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version,
       current_setting('server_encoding') AS encoding, current_user AS role,
       pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS "readsOnly",
       has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS creates`,
  )
  const { number, version, encoding, role, readsOnly, creates } = rows[0]!
  if (number < VERSION_MIN) throw new BackupFault('target_old', version)
  if (encoding !== 'UTF8') throw new BackupFault('target_encoding', encoding)
  if (readsOnly) throw new BackupFault('target_reads_only')
  if (!creates) throw new BackupFault('target_roles', role)
  // Held by the connection, so that of two moves to one database the second is refused.
  const claimed = await owner.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [ADVISORY_LOCK])
  if (!claimed.rows[0]!.ours) throw new BackupFault('target_busy')
  // Advisory locks are of one database: who can take this one is in another.
  const other = await to.db.execute<{ ours: boolean }>(sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCK}) as ours`)
  if (other.rows[0]!.ours) throw new BackupFault('target_two')
}

type Fit = {
  number: number
  version: string
  encoding: string
  role: string
  readsOnly: boolean
  creates: boolean
}
