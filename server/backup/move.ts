import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Database } from '#server/database/database.ts'
import { BackupFault } from './faults.ts'
import { ensureKnown, isEmpty, liftGuards, migrateTo, renewFiles } from './load-tables.ts'
import {
  appliedMigrations,
  digestOf,
  fixFormat,
  listOf,
  listTables,
  PICTURES,
  readRows,
  type Table,
} from './read-tables.ts'
import { signHeads, verifyLedgers, type VerifyOptions } from './verify-ledgers.ts'
import { ensureFits } from './ensure-fits.ts'

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
      const applied = await appliedMigrations(source)
      ensureKnown(applied)
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
