import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { exists, ignoring } from '#server/lib/absent.ts'
import type { Clock } from '#server/lib/clock.ts'
import { readOutside } from '#server/lib/outside-list.ts'
import { syncFolder } from '#server/lib/sync-folder.ts'
import { sealer, sealText } from './container.ts'
import { BackupFault } from './faults.ts'
import { data, tell } from './frames.ts'
import { fixFormat, listTables, PICTURES, readDatabase, readPictures } from './read-tables.ts'

export type BackupSource = {
  readonly dataDir: string
  /** Runs `fn` on a connection of the role that owns the tables. */
  readonly asOwner: <T>(fn: (client: Client) => Promise<T>) => Promise<T>
  /** The secret that everything is sealed with, and those before it. */
  readonly secrets: readonly string[]
  readonly clock: Clock
}

export type BackupKeys = {
  /** Opens the file. */
  readonly passphrase: string
  /** Opens the installation's secret in it; the file's own where no other is given. */
  readonly secretPassphrase?: string
}

const WORK = 'backup-'
/** The file of a download, until it has gone out. */
export const DOWNLOAD = 'download-'
/** The folder in which a backup is restored for a trial (scripts/doctor/files.ts), until it is removed. */
export const TRIAL = 'trial-'
const TEMPORARY = [WORK, DOWNLOAD, TRIAL]
const LEFT_OVER_MS = 24 * 3_600_000

/**
 * Writes a backup of everything into a new file, while the application runs: the rows of one snapshot, the pictures that they
 * name, from the database and the folder, the secret under its passphrase, and who was erased. The file is there whole
 * or not at all. Throws `BackupFault`. Answers its size in bytes.
 */
export async function writeBackup(source: BackupSource, file: string, keys: BackupKeys): Promise<{ bytes: number }> {
  if (await exists(file)) throw new BackupFault('exists')
  const aside = `${file}.${randomUUID()}.part`
  const held = path.join(source.dataDir, `${WORK}${randomUUID()}`)
  await removeLeftOver(source)
  try {
    await mkdir(held, { mode: 0o700 })
    const sealedSecret = await sealText(keys.secretPassphrase ?? keys.passphrase, JSON.stringify(source.secrets))
    await source.asOwner(async (client) => {
      await holdFiles(source.dataDir, held)
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')
      await fixFormat(client)
      const all = await listTables(client)
      const tables = all.filter(({ name }) => name !== PICTURES)
      const { rows } = await client.query<{ level: number }>(
        'SELECT count(*)::int AS level FROM drizzle.__drizzle_migrations',
      )
      // The snapshot was taken by the queries above. A picture is linked from before and from after it, so that one which is
      // removed from now on is still here for the row that names it.
      await holdFiles(source.dataDir, held)
      const seal = await sealer(keys.passphrase, {
        at: new Date(source.clock.now()).toISOString(),
        level: rows[0]!.level,
      })
      async function* contents(): AsyncGenerator<Buffer> {
        yield tell({ is: 'secret', sealed: sealedSecret })
        yield* readDatabase(client, tables)
        let files = 0
        for await (const { sha256, bytes } of all.length > tables.length ? readPictures(client) : []) {
          await rm(path.join(held, sha256), { force: true })
          yield* fileFrames(sha256, [bytes])
          files += 1
        }
        await client.query('COMMIT')
        for (const sha256 of (await readdir(held)).toSorted()) {
          yield* fileFrames(sha256, createReadStream(path.join(held, sha256)))
          files += 1
        }
        // Last of all: whoever was erased meanwhile stays erased.
        yield tell({ is: 'erased', ids: await readOutside(source.dataDir, 'erased') })
        yield tell({ is: 'end', tables: tables.length, files })
      }
      await pipeline(
        Readable.from(contents(), { objectMode: false }),
        createGzip({ level: 4 }),
        seal,
        createWriteStream(aside, { flags: 'wx', mode: 0o600 }),
      )
    })
    await sync(aside)
    await link(aside, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new BackupFault('exists')
      // Some file systems know no links; there the name was free a moment ago.
      return rename(aside, file)
    })
    await rm(aside, { force: true })
    await syncFolder(path.dirname(file))
    return { bytes: (await stat(file)).size }
  } catch (error) {
    await rm(aside, { force: true })
    const { code } = error as NodeJS.ErrnoException
    throw code === 'ENOSPC' || code === 'EDQUOT' ? new BackupFault('no_room') : error
  } finally {
    await rm(held, { recursive: true, force: true })
  }
}

async function* fileFrames(sha256: string, pieces: Iterable<Buffer> | AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  yield tell({ is: 'file', sha256 })
  for await (const piece of pieces) yield data(piece as Buffer)
  yield tell({ is: 'file.end', sha256 })
}

/** Links every picture that is stored now: what is removed while the backup runs stays readable for it, and costs no room. */
async function holdFiles(dataDir: string, held: string): Promise<void> {
  const root = path.join(dataDir, 'files')
  for (const folder of (await foldersIn(root)).filter((name) => /^[0-9a-f]{2}$/.test(name)))
    for (const name of (await foldersIn(path.join(root, folder))).filter((one) => /^[0-9a-f]{64}$/.test(one)))
      await link(path.join(root, folder, name), path.join(held, name)).catch(ignoring('EEXIST', 'ENOENT'))
}

/** Removes what a backup, or a trial restoration, that was killed left in the data folder. One that runs now is younger. */
async function removeLeftOver({ dataDir, clock }: BackupSource): Promise<void> {
  for (const name of (await foldersIn(dataDir)).filter((one) => TEMPORARY.some((start) => one.startsWith(start)))) {
    const found = await stat(path.join(dataDir, name)).catch(ignoring('ENOENT'))
    if (found && Math.abs(clock.now() - found.ctimeMs) > LEFT_OVER_MS)
      await rm(path.join(dataDir, name), { recursive: true, force: true })
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoring('ENOENT', 'ENOTDIR'))) ?? []
}

async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
