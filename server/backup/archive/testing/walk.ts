import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { openDatabase, type Database } from '#server/database/database.ts'
import { namesAfter } from '#server/files/references.ts'
import type { Services } from '#server/context.ts'
import { openFileStore } from '#server/file-store/open-file-store.ts'
import type { Config } from '#server/lib/config.ts'
import { systemClock } from '#server/lib/clock.ts'
import { digestOf, fixFormat, listTables } from '../../read-tables.ts'
import type { VerifyLedger } from '../../verify-ledgers.ts'
import type { Archive } from '../archive.ts'
import { restoreAt, type RestoredAt } from '../restore-at.ts'
import { archiveOf } from '../run-archive.ts'

/** An installation as it is at one moment: the rows of every table by their hash, every ledger's head, the pictures that rows name. */
export type Picture = {
  readonly tables: Readonly<Record<string, string>>
  readonly heads: readonly unknown[]
  readonly files: readonly string[]
}

export type Noted = { readonly at: Date; readonly picture: Picture }

export async function pictureOf(
  database: Database,
  { dataDir, files: home }: Pick<Config, 'dataDir' | 'files'>,
): Promise<Picture> {
  const store = await openFileStore({ dataDir, files: home, archiveDir: undefined }, database.db)
  const files: string[] = []
  for (const name of await namesAfter(database.db, '', 10_000)) if (await store.has(name)) files.push(name)
  return await database.asOwner(async (client) => {
    await client.query('BEGIN')
    await fixFormat(client)
    const tables: Record<string, string> = {}
    for (const table of await listTables(client)) tables[table.name] = (await digestOf(client, table)).sha256
    const { rows: heads } = await client.query('SELECT id, seq, head_hash FROM circles ORDER BY id')
    await client.query('COMMIT')
    return { tables, heads, files }
  })
}

/** Notes a moment and what the installation is at it. Nothing may be written meanwhile. */
export async function note({ database, config }: Services): Promise<Noted> {
  const picture = await pictureOf(database, config)
  const at = await database.asOwner(async (client) => {
    const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at')
    // A Date has whole milliseconds: what comes next comes after this one.
    await client.query('SELECT pg_sleep(0.003)')
    return new Date(rows[0]!.at.getTime() + 1)
  })
  return { at, picture }
}

/** Closes the segment that is written now and archives everything up to it. */
export async function archiveAll({ database, clock, config }: Services): Promise<Archive> {
  const archive = archiveOf({ database, clock, config })!
  await closeSegment(database)
  await archive.pass()
  return archive
}

/** Closes the segment that is written now, and waits until PostgreSQL has handed it over. Answers its name. */
export async function closeSegment(database: {
  readonly archived?: Pick<NonNullable<Services['database']['archived']>, 'asSuperuser'>
}): Promise<string> {
  return await database.archived!.asSuperuser(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT pg_walfile_name(pg_logical_emit_message(true, 'ciranda', 'closed here')) AS name`,
    )
    await client.query('SELECT pg_switch_wal()')
    for (let isThere = false; !isThere; await wait(10)) {
      const { rows: archived } = await client.query<{ last: string | null }>(
        'SELECT last_archived_wal AS last FROM pg_stat_archiver',
      )
      isThere = (archived[0]!.last ?? '') >= rows[0]!.name
    }
    return rows[0]!.name
  })
}

export type WalkOptions = {
  readonly services: Services
  /** How many moments are noted; a base is taken during every other step. */
  readonly moments: number
  /** One step of what people do, number 0, 1, 2, …: it writes rows, the ledger and pictures. */
  readonly act: (step: number) => Promise<void>
  readonly verify: VerifyLedger
  /** A folder to restore into; it is removed each time. */
  readonly place: string
  /** Which of the moments are restored; all of them when not given. */
  readonly restored?: readonly number[]
}

/**
 * Lets people act while bases are taken and segments archived, notes moments, and restores to each of them. Answers every difference
 * from what was noted, in words; none when the archive keeps its promise.
 */
export async function walkArchive(options: WalkOptions): Promise<{ differences: string[]; restored: RestoredAt[] }> {
  const { services, moments, act, place, verify } = options
  const { database, clock, config } = services
  const archive = archiveOf({ database, clock, config })!
  await archive.takeBase()
  const noted: Noted[] = []
  for (let step = 0; step < moments; step += 1) {
    const base = step % 2 === 1 ? archive.takeBase() : Promise.resolve()
    await act(step)
    if (step % 2 === 0) await archive.pass()
    await base
    noted.push(await note(services))
  }
  await act(moments)
  await archiveAll(services)
  const differences: string[] = []
  const restored: RestoredAt[] = []
  for (const [index, { at, picture }] of noted.entries()) {
    if (options.restored?.includes(index) === false) continue
    await rm(place, { recursive: true, force: true })
    const result = await restoreAt({
      folder: config.archiveDir!,
      passphrases: [config.backupPassphrase!],
      at,
      dataDir: place,
      files: config.files,
      jwtSecret: config.jwtSecret,
      clock: systemClock,
      verify,
    })
    restored.push(result)
    const again = await openDatabase({ dataDir: path.join(place, 'database') })
    const found = await pictureOf(again, { dataDir: place, files: config.files })
    await again.close()
    const name = `moment ${index} (${at.toISOString()})`
    for (const [table, sha256] of Object.entries(picture.tables))
      if (found.tables[table] !== sha256) differences.push(`${name}: the table ${table} differs`)
    if (!isDeepStrictEqual(found.heads, picture.heads)) differences.push(`${name}: a ledger has another head`)
    if (!isDeepStrictEqual(found.files, picture.files)) differences.push(`${name}: pictures differ`)
    differences.push(...result.differences.map((one) => `${name}: ${one}`))
  }
  await rm(place, { recursive: true, force: true })
  return { differences, restored }
}
