import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { asc } from 'drizzle-orm'
import { openDatabase, type Database } from '#server/database/database.ts'
import { migrateDatabase } from '#server/database/migrate.ts'
import { majorOf, replaySegments, ReplayTooShort } from '#server/database/replay.ts'
import { namesAfter } from '#server/files/references.ts'
import type { FileStore } from '#server/file-store/file-store.ts'
import { openFileStore } from '#server/file-store/open-file-store.ts'
import { namesIn } from '#server/lib/absent.ts'
import type { Config } from '#server/lib/config.ts'
import { checkCircle } from '#server/scrubber/check-circle.ts'
import { checkFiles } from '#server/scrubber/check-files.ts'
import { circles } from '#server/tables/circles.ts'
import { BackupFault } from '../faults.ts'
import { ensureKnown } from '../load-tables.ts'
import { appliedMigrations } from '../read-tables.ts'
import { inEmptyFolder, readLists, writeLists, writeSecrets } from '../restore.ts'
import { signHeads, verifyLedgers, type VerifyOptions } from '../verify-ledgers.ts'
import { unpackBase } from './base.ts'
import type { Line } from './line.ts'
import { readSealed } from './sealed-file.ts'
import { chooseBase, unpackSegments, instantText } from './choose-base.ts'

export type RestoreAtOptions = Omit<VerifyOptions, 'previousSecrets'> & {
  /** The folder of the archive, or that of one line in it. */
  readonly folder: string
  readonly passphrases: readonly string[]
  /** Where the pictures go that are not in its rows. */
  readonly files: Config['files']
  /** Everything committed until then is restored; null for everything that was archived. */
  readonly at: Date | null
  /** Folders whose lists of the erased and of ended sessions count too, beside those of the archive. */
  readonly listsIn?: readonly string[]
}

export type RestoredAt = {
  /** When the last transaction that was restored had been committed; null where the base already had all of them. */
  readonly lastAt: Date | null
  readonly segments: number
  readonly files: number
  readonly circles: number
  readonly entries: number
  /** People whom the next start erases again. */
  readonly erased: number
  /** Everything that the scrubber found to differ: ids, numbers and hashes. */
  readonly differences: readonly string[]
}

/**
 * Restores an archive to a moment, into an empty folder, on the embedded database: the last base before it, and the log from there on.
 * Then the pictures that its rows name, the secret and the list of the erased, and the ledgers and everything that is kept twice
 * are verified. Cut short, it is repeated. Throws `BackupFault`.
 */
export async function restoreAt(options: RestoreAtOptions): Promise<RestoredAt> {
  const { dataDir } = options
  const { line, base, segments } = await chooseBase(options)
  return await inEmptyFolder(dataDir, line.id, () => replay(options, { line, base, segments }))
}

async function replay(
  options: RestoreAtOptions,
  { line, base, segments }: Awaited<ReturnType<typeof chooseBase>>,
): Promise<RestoredAt> {
  const { dataDir, at } = options
  const folder = path.join(dataDir, 'database')
  try {
    const major = majorOf(folder)
    if (major !== line.postgres) throw new BackupFault('archive_postgres', String(line.postgres))
    await unpackBase(line, base, path.join(folder, 'cluster'))
    await unpackSegments(line, segments, path.join(folder, 'replay'))
    const { lastAt } = await replaySegments({ dataDir: folder, until: at })
    const database = await openDatabase({ dataDir: folder })
    try {
      const checked = await complete(options, line, database)
      return { lastAt, segments: segments.length, ...checked }
    } finally {
      await database.close()
    }
  } catch (error) {
    // The folder is as empty as it was: another moment may be tried at once.
    for (const name of await readdir(dataDir)) await rm(path.join(dataDir, name), { recursive: true, force: true })
    if (!(error instanceof ReplayTooShort)) throw error
    throw new BackupFault('archive_after', instantText(error.lastAt ?? new Date(base.endedAt)))
  }
}

/** Adds what is not in the database, and verifies all of it. */
async function complete(options: RestoreAtOptions, line: Line, database: Database) {
  const { folder, dataDir } = options
  ensureKnown(await database.asOwner(appliedMigrations))
  await migrateDatabase(database)
  const secrets = JSON.parse(
    (await readSealed(line, 'secret', path.join(line.folder, 'secret'))).toString('utf8'),
  ) as string[]
  await writeSecrets(options, secrets)
  const archive = path.resolve(folder) === path.resolve(line.folder) ? path.dirname(path.resolve(folder)) : folder
  const erased = await writeLists(dataDir, await readLists([archive, ...(options.listsIn ?? [])]))
  const store = await openFileStore({ ...options, archiveDir: undefined }, database.db)
  const files = await restoreFiles(line, database, store)
  const [heads, entries] = await database.asOwner(async (client) => {
    const signed = await signHeads(options, client)
    return [signed, await verifyLedgers(options, client, signed)] as const
  })
  const differences = await checkFiles({ db: database.db, files: store })
  for (const { id } of await database.db.select({ id: circles.id }).from(circles).orderBy(asc(circles.id)))
    differences.push(...(await checkCircle(database.db, id)))
  return {
    files,
    circles: heads.length,
    entries,
    erased,
    differences: differences.map(({ check, where }) => `${check}: ${where}`),
  }
}

/** Puts back every picture that a row names. One that the archive lacks is found by the comparison that follows. */
async function restoreFiles(line: Line, { db }: Database, store: FileStore): Promise<number> {
  const places = new Map<string, string>()
  for (const epoch of (await namesIn(path.join(line.folder, 'files'))).toSorted())
    for (const name of await namesIn(path.join(line.folder, 'files', epoch))) places.set(name, `files/${epoch}/${name}`)
  let restored = 0
  for (let names = await namesAfter(db, '', 500); names.length > 0; names = await namesAfter(db, names.at(-1)!, 500))
    for (const name of names) {
      const place = places.get(name)
      if (place === undefined || (await store.has(name))) continue
      await store.put(await readSealed(line, place, path.join(line.folder, place)))
      restored += 1
    }
  return restored
}
