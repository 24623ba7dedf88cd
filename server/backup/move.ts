import { createHash } from 'node:crypto'
import { access, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '#server/database/database.ts'
import { writeWhole } from '#server/lib/write-whole.ts'
import { BackupFault } from './faults.ts'
import { ensureKnown, isEmpty, liftGuards, migrateTo, renewFiles } from './load-tables.ts'
import { digestOf, fixFormat, listOf, listTables, PICTURES, readRows, type Table } from './read-tables.ts'
import { signHeads, verifyLedgers, type VerifyOptions } from './verify-ledgers.ts'

export type MoveOptions = VerifyOptions & {
  /** The database in the data folder, owned by this process alone. */
  readonly from: Pick<Database, 'asOwner' | 'db'>
  readonly to: Pick<Database, 'asOwner' | 'db'>
}

export type Moved = {
  readonly tables: number
  readonly rows: number
  readonly circles: number
  readonly entries: number
}

const VERSION_MIN = 150_000
/** Any number that nothing else locks, next to the migrations' own. */
const ADVISORY_LOCK = 2472635
const MARK = 'moved'

/** Refuses to open a data folder's own database after it was moved: two would go on from one past. */
export async function ensureNotMoved(dataDir: string): Promise<void> {
  const told = await readFile(path.join(dataDir, MARK), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (told !== null) throw new BackupFault('moved', told.trim())
}

/** Refuses a folder whose database is gone: it would begin anew there, with a first administrator for whoever comes first. */
export async function ensureNotLost(dataDir: string): Promise<void> {
  if (await hasDatabase(dataDir)) return
  const names: string[] = await readdir(dataDir).catch(() => [])
  if (names.includes('secret') || names.includes('erased')) throw new BackupFault('database_gone')
}

/** Notes where the database went, once that is complete. `target` is shown to the operator: no password in it. */
export async function noteMoved(dataDir: string, target: string): Promise<void> {
  await writeWhole(path.join(dataDir, MARK), `${target}\n`)
}

/**
 * Copies every row into an empty database of a server in one transaction, and commits only after every table was read back and
 * compared by its SHA-256, and every circle's ledger passed the stand-alone verifier with the head that it had before. The source
 * is only read. Killed anywhere it can be repeated, also after the commit: a target that holds the same is only compared.
 * Throws `BackupFault`.
 */
export async function moveDatabase(options: MoveOptions): Promise<Moved> {
  const { from, to } = options
  return await to.asOwner(async (target) => {
    await ensureFits(target, to)
    return await from.asOwner(async (source) => {
      await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      await fixFormat(source)
      const { rows: applied } = await source.query<{ hash: string }>(
        'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id',
      )
      ensureKnown(applied.map(({ hash }) => hash))
      const tables = await listTables(source)
      const heads = await signHeads(options, source)
      if (heads.length === 0) throw new BackupFault('source_empty')
      const isNew = await ensureOurs(target, tables)
      if (isNew) await migrateTo(to, applied.length)
      await target.query('BEGIN')
      await fixFormat(target)
      const rows = isNew ? await copyAll(source, target, tables) : await compareAll(source, target, tables)
      const entries = await verifyLedgers(options, target, heads)
      await target.query('COMMIT')
      await target.query('ANALYZE')
      return { tables: tables.length, rows, circles: heads.length, entries }
    })
  })
}

/** Whether nothing is in the target yet. Refuses one with anybody else's tables, even empty ones. */
async function ensureOurs(target: Client, tables: readonly Table[]): Promise<boolean> {
  const known = new Set(tables.map(({ name }) => name))
  if ((await listTables(target)).some(({ name }) => !known.has(name))) throw new BackupFault('target_not_empty')
  return await isEmpty(target)
}

/** Refuses a server that Ciranda could not run on, or two addresses that do not belong together. */
async function ensureFits(owner: Client, to: MoveOptions['to']): Promise<void> {
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

/** A table of another version is not where these rows belong. */
async function ensureSameTables(target: Client, tables: readonly Table[]): Promise<void> {
  const described = (list: readonly Table[]) => JSON.stringify(list.map(({ name, columns }) => [name, columns]))
  if (described(await listTables(target)) !== described(tables)) throw new BackupFault('target_not_empty')
}

async function copyAll(source: Client, target: Client, tables: readonly Table[]): Promise<number> {
  const names = tables.map(({ name }) => name)
  const putBack = await liftGuards(target, names)
  await ensureSameTables(target, tables)
  // The tables are locked from here on: a Ciranda that was started on them meanwhile has either written or waits.
  if (!(await isEmpty(target))) throw new BackupFault('target_not_empty')
  await renewFiles(target, names)
  const digests = new Map<Table, string>()
  let rows = 0
  for (const table of tables) {
    const digest = createHash('sha256')
    const into = target.query(copyFrom(`COPY ${listOf(table)} FROM STDIN`))
    const counted = new Transform({
      transform: (piece: Buffer, _, done) => {
        digest.update(piece)
        done(null, piece)
      },
    })
    await pipeline(readRows(source, table), counted, into)
    digests.set(table, digest.digest('hex'))
    rows += into.rowCount
  }
  await copySequences(source, target)
  await putBack()
  for (const [table, sha256] of digests)
    if ((await digestOf(target, table)).sha256 !== sha256)
      throw new Error(`The table ${table.name} did not arrive as it was.`)
  return rows
}

async function copySequences(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ name: string; value: string | null }>(
    `SELECT quote_ident(sequencename) AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public'`,
  )
  for (const { name, value } of rows)
    await target.query('SELECT setval($1::regclass, $2::bigint, $3)', [`public.${name}`, value ?? '1', value !== null])
}

/** A move that was killed after its commit finds its own rows there, and they are compared once more. */
async function compareAll(source: Client, target: Client, tables: readonly Table[]): Promise<number> {
  await ensureSameTables(target, tables)
  let rows = 0
  for (const table of tables) {
    // Pictures that lay in the folder are only there; who moves them compares them.
    if (table.name === PICTURES) continue
    const [here, there] = [await digestOf(source, table), await digestOf(target, table)]
    if (here.sha256 !== there.sha256) throw new BackupFault('target_not_empty')
    rows += here.rows
  }
  return rows
}

/** Whether a folder holds an embedded database. */
export function hasDatabase(dataDir: string): Promise<boolean> {
  return access(path.join(dataDir, 'database')).then(
    () => true,
    () => false,
  )
}
